import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  register,
} from "@/testing/ceremonies";
import { movePasskeyIn } from "@/testing/moved-passkey";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";
import { own } from "@/testing/vault-rules";
import { getPasskey } from "./list-passkeys";
import { setPasskeysEnabled } from "./set-passkeys-enabled";

const run = provideService();

// Some of the forms that services of this family use, and the edges of what is allowed.
const formerId = "V1StGXR8_Z5jdHi6B-myT";
const otherForms = [
  "1",
  "00000000-0000-4000-8000-000000000000",
  "01JD3S0M6KZ8F4W2V9B7C5X1TA",
  "pk.7~x",
  "z".repeat(64),
];

async function moveIn(settings: object = {}) {
  const tenancy = await createTestTenancy(run.current, {}, settings);
  const moved = await movePasskeyIn(run.current, tenancy, { id: formerId, userId: "ada" });
  return { tenancy, ...moved };
}

const notFound = { status: 404, body: { _tag: "@error/NotFound" } };

describe("an imported passkey with a former id", () => {
  test.each([formerId, ...otherForms])("is got by %s, and by its own id", async (id) => {
    const tenancy = await createTestTenancy(run.current);
    const { ownId } = await movePasskeyIn(run.current, tenancy, { id, userId: "ada" });
    for (const given of [id, ownId])
      expect(await tenancy.backend("GET", `passkeys/${given}`)).toMatchObject({
        status: 200,
        body: { id, userId: "ada" },
      });
    expect(await tenancy.backend("GET", `/${tenancy.id}/passkeys/${id}/`)).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  test("is compared exactly, and only in its tenancy", async () => {
    const { tenancy } = await moveIn();
    const other = await createTestTenancy(run.current);
    for (const [reader, id] of [
      [tenancy, formerId.toLowerCase()],
      [tenancy, `${formerId}%20`],
      [other, formerId],
    ] as const)
      expect(await reader.backend("GET", `passkeys/${id}`)).toMatchObject(notFound);
  });

  test("signs in by it, and every reply of the sign-in names it", async () => {
    const { tenancy, device } = await moveIn();
    const { authenticationToken } = (
      await tenancy.backend("POST", "passkey/authentication/authorize", {
        allowCredentials: [formerId, "unknown"],
      })
    ).body;
    for (const fields of [{ authenticationToken }, { allowCredentials: [formerId] }, {}]) {
      const { principal, id_token, code } = await authenticate(tenancy, device, fields);
      expect(principal.authenticatorId).toBe(formerId);
      expect(decodeJwt(id_token)["a:id"]).toBe(formerId);
      expect((await tenancy.backend("GET", `principal/${code}`)).body).toMatchObject({
        authenticatorId: formerId,
        authenticatorType: "passkey",
      });
    }
    const { code } = await authenticate(tenancy, device);
    expect((await tenancy.backend("GET", `/${tenancy.id}/token/${code}`)).body).toMatchObject({
      authId: formerId,
    });
    const assigned = await authenticate(tenancy, device);
    const reply = await tenancy.backend("POST", `principal/${assigned.code}`, { userId: "ada" });
    expect(reply.body).toMatchObject({ authenticatorId: formerId, userId: "ada" });
  });

  test("is excluded by it when a new user registers", async () => {
    const { tenancy, device } = await moveIn();
    const { optionsJSON } = await beginRegistration(tenancy, {
      userId: "new",
      excludeCredentials: [formerId, "unknown"],
    });
    const [credential] = device.credentials;
    expect(optionsJSON.excludeCredentials?.map(({ id }) => id)).toEqual([credential?.id]);
  });

  test("is updated, disabled, refused and deleted by it", async () => {
    const { tenancy, device } = await moveIn();
    const update = (body: object) => tenancy.backend("PATCH", `passkeys/${formerId}`, body);
    expect(await update({ username: "ada@example.org", userId: "bob" })).toMatchObject({
      status: 202,
      body: { id: formerId, userId: "bob" },
    });
    expect((await update({ enabled: false })).body).toMatchObject({ id: formerId, enabled: false });
    const begun = await beginAuthentication(tenancy);
    expect(await finishAuthentication(tenancy, device, begun)).toMatchObject({
      status: 403,
      body: { _tag: "@error/PasskeyDisabled", passkeyId: formerId },
    });
    expect(await tenancy.backend("DELETE", `passkeys/${formerId}`)).toMatchObject({
      status: 202,
      body: { id: formerId },
    });
    expect(await tenancy.backend("GET", `passkeys/${formerId}`)).toMatchObject(notFound);
  });

  test("is deleted by it from devices, with a warning only for unknown ids", async () => {
    const { tenancy, ownId } = await moveIn();
    const { body } = await tenancy.backend("POST", "passkeys/delete", {
      passkeyIds: [formerId, ownId, formerId, "unknown"],
    });
    expect(body["warnings"]).toMatchObject([{ code: "PASSKEY_NOT_FOUND", passkeyId: "unknown" }]);
    const { body: exchanged } = await tenancy.browser("POST", "passkeys/delete/exchange", {
      deletePasskeysToken: body["deletePasskeysToken"],
    });
    expect(exchanged["instructions"]).toHaveLength(1);
  });

  test("is found by older clients' look-ups, unless the id is short enough to guess", async () => {
    const { tenancy, device, ownId } = await moveIn({ legacyLookups: true });
    await movePasskeyIn(run.current, tenancy, { id: "42", userId: "bob" });
    const lookUp = (path: string) => callApi("GET", `/v2/${tenancy.id}/${path}`);
    const credentialId = device.credentials[0]?.id;
    for (const id of [formerId, ownId])
      expect((await lookUp(`credential/${id}`)).body).toMatchObject({ credentialId });
    expect((await lookUp(`credentials/${formerId},${ownId}`)).body).toMatchObject({
      allAcceptedCredentialIds: [credentialId],
    });
    for (const path of ["credential/42", "credentials/42", `credentials/${formerId},42`])
      expect(await lookUp(path)).toMatchObject(notFound);
  });

  test("is enabled and disabled by it on the command line and in the console", async () => {
    const { tenancy, ownId } = await moveIn();
    const change = { passkeyIds: [formerId, "unknown"], enabled: false };
    expect(await setPasskeysEnabled(tenancy.ctx, change)).toEqual({
      changed: [ownId],
      missing: ["unknown"],
    });
  });
});

test("a walk of a mixed vault lists each passkey once, newest first, by the ids to show", async () => {
  const tenancy = await createTestTenancy(run.current);
  const expected: string[] = [];
  for (const id of ["zz", "aa", "MM"]) {
    expected.push((await own(tenancy, 1, { userId: `own-${id}` }))[0]?.passkeyId ?? "");
    run.current.clock.advance(1);
    await movePasskeyIn(run.current, tenancy, { id, userId: `moved-${id}` });
    expected.push(id);
    run.current.clock.advance(1);
  }
  const walked: string[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null;) {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await tenancy.backend("GET", `passkeys/?limit=2${query}`);
    walked.push(...(body["records"] as { id: string }[]).map(({ id }) => id));
    cursor = body["cursor"] as string | null;
    isFirst = false;
  }
  expect(walked).toEqual(expected.toReversed());
  expect((await exportOf(tenancy)).map(({ id }) => id)).toEqual(walked);
  const renamed = await tenancy.backend("PATCH", "users/moved-aa/passkeys", { username: "ada" });
  expect(renamed.body["updated"]).toMatchObject([{ id: "aa" }]);
});

test("an export keeps former ids, so that they survive a second move", async () => {
  const { tenancy, device } = await moveIn();
  const next = await createTestTenancy(run.current);
  expect(await importInto(next, await exportOf(tenancy))).toMatchObject({ created: 1 });
  expect((await authenticate(next, device)).principal.authenticatorId).toBe(formerId);
});

test("an id of our own form costs no further statement", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(
    tenancy,
    createSoftwareAuthenticator({ origin: testOrigin }),
    {},
  );
  const count = async (reader: TestTenancy, id: string) =>
    (await statementsOf(run.current, () => getPasskey(reader.ctx, id))).length;
  expect(await count(tenancy, principal.authenticatorId)).toBe(1);
  const moved = await moveIn();
  expect(await count(moved.tenancy, formerId)).toBe(2);
});
