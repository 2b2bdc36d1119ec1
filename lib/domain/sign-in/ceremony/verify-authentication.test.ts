import { describe, expect, test } from "vitest";
import { lockApiKey, revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { setTenancySuspended } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import type { DeviceCredential } from "@/testing/authenticator/device-credential";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
  registerSelf,
  type SignedIn,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const authorize = (tenancy: TestTenancy, body: object) =>
  tenancy.backend("POST", "passkey/authentication/authorize", body);
const options = (tenancy: TestTenancy, body: object) =>
  tenancy.browser("POST", "passkey/authentication/options", body);

async function authorized(tenancy: TestTenancy, fields: object) {
  const { body } = await authorize(tenancy, fields);
  const reply = await options(tenancy, { authenticationToken: body["authenticationToken"] });
  return reply.body as unknown as Awaited<ReturnType<typeof beginAuthentication>> & {
    mediation: string;
  };
}

describe("authorized sign-ins", () => {
  test("offer the passkeys of userId, of allowCredentials, or their intersection", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const laptop = device();
    const other = device();
    const first = await register(tenancy, phone, { userId: "ada" });
    await register(tenancy, laptop, { userId: "ada" });
    const foreign = await register(tenancy, other, { userId: "bob", username: "bob" });
    const ids = async (fields: object) =>
      (await authorized(tenancy, fields)).optionsJSON.allowCredentials?.map(({ id }) => id).sort();
    const idOf = ({ credentials }: typeof phone) => credentials[0]?.id;
    expect(await ids({ userId: "ada" })).toEqual([idOf(phone), idOf(laptop)].sort());
    expect(await ids({ allowCredentials: [foreign.principal.authenticatorId, "unknown"] })).toEqual(
      [idOf(other)],
    );
    expect(
      await ids({
        userId: "ada",
        allowCredentials: [first.principal.authenticatorId, foreign.principal.authenticatorId],
      }),
    ).toEqual([idOf(phone)]);
    expect(await ids({ userId: "ada", discoverable: true })).toBeUndefined();
  });

  test.each([
    ["no account", {}, "discoverable"],
    ["an unknown user", { userId: "nobody" }, "userId"],
    ["an empty list alone", { allowCredentials: [] }, "discoverable"],
    ["unknown passkeys alone", { allowCredentials: ["x"] }, "allowCredentials"],
    [
      "conditional mediation for an account",
      { userId: "ada", mediation: "conditional" },
      "mediation",
    ],
    ["another relying party's rpId", { discoverable: true, rpId: "evil.test" }, "rpId"],
    ["a blank rpId", { discoverable: true, rpId: "  " }, "rpId"],
  ])("reject %s with 400", async (_name, fields, path) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await authorize(tenancy, fields)).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path }] },
    });
  });

  test("are discoverable by default under the older alias", async () => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await tenancy.backend("POST", "passkey/authentication/prepare", {
      mediation: "conditional",
    });
    expect(reply).toMatchObject({ status: 200, body: { _tag: "PreparedPasskeyAuthentication" } });
    expect(
      await options(tenancy, { authenticationToken: reply.body["authenticationToken"] }),
    ).toMatchObject({ body: { mediation: "conditional" } });
  });

  test("return the purpose, clamp the timeout and raise user verification", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    const begun = await authorized(tenancy, {
      discoverable: true,
      purpose: "pay:42",
      timeout: 9_999_999,
      userVerification: "discouraged",
    });
    expect(begun).toMatchObject({
      mediation: "required",
      optionsJSON: { timeout: 600_000, userVerification: "preferred" },
    });
    const { body } = await finishAuthentication(tenancy, phone, begun);
    expect((await tenancy.backend("GET", `principal/${String(body["code"])}`)).body).toMatchObject({
      purpose: "pay:42",
      operation: "authentication",
    });
  });
});

describe("account enumeration", () => {
  test("offers an unknown email decoys that stay the same", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, device(), { username: "ada@example.com" });
    const [known, unknown, again, other] = await Promise.all(
      ["ada@example.com", "eve@example.com", " EVE@example.com", "bob@example.com"].map((email) =>
        options(tenancy, { email }),
      ),
    );
    const listOf = (reply: typeof known) =>
      (reply?.body["optionsJSON"] as { allowCredentials: { id: string }[] }).allowCredentials;
    expect(Object.keys(known?.body ?? {})).toEqual(Object.keys(unknown?.body ?? {}));
    expect(listOf(unknown)).toEqual(listOf(again));
    expect(listOf(unknown)).not.toEqual(listOf(other));
  });

  test("offers a claimed email the decoys of an unknown one", async () => {
    const tenancy = await createTestTenancy(run.current);
    const claimant = device();
    const before = await beginAuthentication(tenancy, { email: "ada@example.com" });
    await registerSelf(tenancy, claimant, { email: "ada@example.com" });
    const after = await beginAuthentication(tenancy, { email: "ada@example.com" });
    expect(after.optionsJSON.allowCredentials).toEqual(before.optionsJSON.allowCredentials);
  });

  test("a decoy fails like a real credential with a bad signature, at every step", async () => {
    const tenancy = await createTestTenancy(run.current);
    const ada = device();
    const eve = device();
    await register(tenancy, ada, { username: "ada@example.com" });
    await register(tenancy, eve, { userId: "eve", username: "eve" });
    for (const lies of [
      {},
      { flags: { up: false } },
      { rpId: "evil.test" },
      { userHandle: "AAAA" },
      { signature: "empty" as const },
    ]) {
      const replies = await Promise.all(
        ["ada@example.com", "nobody@example.com"].map(async (email) => {
          const begun = await beginAuthentication(tenancy, { email });
          const id = begun.optionsJSON.allowCredentials?.[0]?.id ?? "";
          return finishAuthentication(tenancy, eve, begun, {
            userHandle: null,
            ...lies,
            answerWith: eve.credentials[0] as DeviceCredential,
            id,
          });
        }),
      );
      expect(replies[0]?.body).toEqual(replies[1]?.body);
      expect(replies[0]?.status).toBe(400);
    }
  });

  test("treats an empty allowCredentials as missing, at every endpoint", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone, { userId: "ada", username: "ada@example.com" });
    const listOf = ({ body }: Awaited<ReturnType<typeof options>>) =>
      (body["optionsJSON"] as { allowCredentials?: { id: string }[] }).allowCredentials?.map(
        ({ id }) => id,
      );
    const ofUser = [phone.credentials[0]?.id];
    expect(
      (
        await authorized(tenancy, { userId: "ada", allowCredentials: [] })
      ).optionsJSON.allowCredentials?.map(({ id }) => id),
    ).toEqual(ofUser);
    expect(
      (
        await authorized(tenancy, {
          discoverable: true,
          mediation: "conditional",
          allowCredentials: [],
        })
      ).optionsJSON.allowCredentials,
    ).toBeUndefined();
    const prepared = await tenancy.backend("POST", "passkey/authentication/prepare", {
      allowCredentials: [],
    });
    const { authenticationToken } = prepared.body;
    expect(
      listOf(await options(tenancy, { authenticationToken, allowCredentials: [] })),
    ).toBeUndefined();
    expect(
      listOf(await options(tenancy, { email: "ada@example.com", allowCredentials: [] })),
    ).toEqual(ofUser);
    expect(
      listOf(await options(tenancy, { allowCredentials: [], mediation: "conditional" })),
    ).toBeUndefined();
    expect(
      (
        await tenancy.backend("POST", "passkey/registration/authorize", {
          username: "bob",
          excludeCredentials: [],
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await tenancy.browser("POST", "passkey/registration/options", {
          username: "bob",
          excludeCredentials: [],
        })
      ).status,
    ).toBe(200);
  });
});

describe("a passkey unknown to this tenancy", () => {
  test("is PasskeyNotFound if no tenancy knows it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } });
    const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy));
    expect(reply).toMatchObject({
      status: 404,
      body: {
        _tag: "@error/PasskeyNotFound",
        credentialId: phone.credentials[0]?.id,
        rpId: "example.com",
      },
    });
  });

  test("is only not allowed if another tenancy knows it, so the device keeps it", async () => {
    const production = await createTestTenancy(run.current);
    const staging = await createTestTenancy(run.current, { environment: "staging" });
    const phone = device();
    await register(production, phone);
    const reply = await finishAuthentication(staging, phone, await beginAuthentication(staging));
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/VerificationFailed", reason: "credential-not-allowed" },
    });
  });

  test("is not reported to a response that fails an earlier step", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } });
    const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
      origin: "https://evil.test",
    });
    expect(reply.body["reason"]).toBe("origin");
  });
});

describe("disabling takes effect immediately", () => {
  type Off = [
    name: string,
    off: (tenancy: TestTenancy, signedIn: SignedIn) => Promise<unknown>,
    status: number,
    tag: string,
  ];
  const cases: Off[] = [
    [
      "the passkey",
      ({ ctx }, { principal }) => updatePasskey(ctx, principal.authenticatorId, { enabled: false }),
      403,
      "@error/PasskeyDisabled",
    ],
    [
      "the user",
      ({ ctx }, { principal }) => setUserDisabled(ctx, principal.sub, true),
      403,
      "@error/PasskeyDisabled",
    ],
    ["the tenancy", ({ ctx }) => setTenancySuspended(ctx, true), 404, "@error/InvalidTenancy"],
    [
      "the locked key that authorized it",
      ({ ctx, apiKeyId }) => lockApiKey(ctx, apiKeyId),
      400,
      "@error/InvalidToken",
    ],
    [
      "the revoked key that authorized it",
      ({ ctx, apiKeyId }) => revokeApiKey(ctx, apiKeyId),
      400,
      "@error/InvalidToken",
    ],
  ];

  test.each(cases)("for %s, between options and verification", async (_name, off, status, tag) => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const signedIn = await register(tenancy, phone);
    const begun = await authorized(tenancy, { discoverable: true });
    await off(tenancy, signedIn);
    expect(await finishAuthentication(tenancy, phone, begun)).toMatchObject({
      status,
      body: { _tag: tag },
    });
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "passkey.authenticated" },
      }),
    ).toBe(0);
  });

  test("reports a disabled passkey only after a valid signature", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone);
    await updatePasskey(tenancy.ctx, principal.authenticatorId, { enabled: false });
    expect(
      (
        await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
          signature: "other-key",
        })
      ).body["reason"],
    ).toBe("signature");
    expect(
      (await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy))).body,
    ).toMatchObject({ passkeyId: principal.authenticatorId });
    await updatePasskey(tenancy.ctx, principal.authenticatorId, { enabled: true });
    await authenticate(tenancy, phone);
  });

  test.each([
    [
      "the tenancy",
      ({ ctx }: TestTenancy) => setTenancySuspended(ctx, true),
      "@error/InvalidTenancy",
    ],
    [
      "the key",
      ({ ctx, apiKeyId }: TestTenancy) => revokeApiKey(ctx, apiKeyId),
      "@error/InvalidToken",
    ],
  ])("a registration fails after disabling %s", async (_name, off, tag) => {
    const tenancy = await createTestTenancy(run.current);
    const begun = await beginRegistration(tenancy);
    await off(tenancy);
    expect((await finishRegistration(tenancy, device(), begun)).body._tag).toBe(tag);
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  });

  test("a disabled user cannot register another passkey", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), { userId: "ada" });
    const begun = await beginRegistration(tenancy, { userId: "ada" });
    await setUserDisabled(tenancy.ctx, principal.sub, true);
    expect(await finishRegistration(tenancy, device(), begun)).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden" },
    });
  });

  test("a session expires one minute after the ceremony's timeout", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    const late = await beginAuthentication(tenancy, { timeout: 60_000 });
    const inTime = await beginAuthentication(tenancy, { timeout: 60_000 });
    run.current.clock.advance(119_999);
    expect((await finishAuthentication(tenancy, phone, inTime)).status).toBe(200);
    run.current.clock.advance(1);
    expect((await finishAuthentication(tenancy, phone, late)).body._tag).toBe(
      "@error/InvalidToken",
    );
  });
});
