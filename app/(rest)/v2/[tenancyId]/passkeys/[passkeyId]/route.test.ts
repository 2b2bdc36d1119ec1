import { describe, expect, test } from "vitest";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  finishAuthentication,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();
const path = "passkeys/x";
const allow = "GET, HEAD, PATCH, DELETE";

describe("GET", () => testKeyRoute(run, { method: "GET", path, allow }));
describe("PATCH", () =>
  testKeyRoute(run, { method: "PATCH", path, allow, body: { username: "ada" } }));
describe("DELETE", () => testKeyRoute(run, { method: "DELETE", path, allow }));

const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const get = (tenancy: TestTenancy, id = "") => tenancy.backend("GET", `passkeys/${id}`);
const patch = (tenancy: TestTenancy, id = "", body: object = {}) =>
  tenancy.backend("PATCH", `passkeys/${id}/`, body);
const notFound = { status: 404, body: { _tag: "@error/NotFound" } };
const eventsOf = async ({ id: tenancyId }: TestTenancy, targetId = "") =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId, targetId },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ action }) => action);

describe("a passkey", () => {
  test("is returned in full, with its key in COSE form and times in milliseconds", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    const registeredAt = run.current.clock.now();
    run.current.clock.advance(5_000);
    await authenticate(tenancy, phone);
    const { status, body } = await get(tenancy, principal.authenticatorId);
    const row = await run.current.db.passkey.findFirstOrThrow({ where: { tenancyId: tenancy.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      _tag: "Passkey",
      id: principal.authenticatorId,
      userId: "ada",
      enabled: true,
      credential: {
        id: phone.credentials[0]?.id,
        userId: phone.credentials[0]?.userHandle,
        username: "ada@example.com",
        aaguid: row.aaguid,
        backedUp: row.backedUp,
        counter: Number(row.signCount),
        deviceType: row.backupEligible ? "multiDevice" : "singleDevice",
        transports: row.transports,
        publicKey: Buffer.from(row.publicKey).toString("base64url"),
        rpId: "example.com",
      },
      lastUsed: registeredAt + 5_000,
      createdAt: registeredAt,
      updatedAt: registeredAt,
    });
  });

  test("has the user's sub without a user id, and no lastUsed before the first sign-in", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device());
    const { body } = await get(tenancy, principal.authenticatorId);
    expect(body["userId"]).toBe(principal.sub);
    expect(body).not.toHaveProperty("lastUsed");
  });

  test("has its platform and a working icon if the AAGUID is known", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [{ passkeyId } = { passkeyId: "" }] = await own(tenancy, 1);
    const aaguid = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
    expect((await get(tenancy, passkeyId)).body).not.toHaveProperty("platform");
    await run.current.db.passkey.updateMany({ where: { tenancyId: tenancy.id }, data: { aaguid } });
    expect((await get(tenancy, passkeyId)).body["platform"]).toEqual({
      name: findPlatformName(aaguid),
      icon: `${run.current.baseUrl}/aaguid/${aaguid}/icon.svg`,
    });
  });

  test("omits transports that clients don't know", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [{ passkeyId } = { passkeyId: "" }] = await own(tenancy, 1);
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id },
      data: { transports: ["internal", "telepathy", "smart-card"] },
    });
    expect((await get(tenancy, passkeyId)).body["credential"]).toMatchObject({
      transports: ["internal", "smart-card"],
    });
  });

  test.each(["x", "01jd3s0m6kz8f4w2v9b7c5x1ta", "%20", "'"])(
    "returns NotFound for an unknown id (%s) to every method",
    async (id) => {
      const tenancy = await createTestTenancy(run.current);
      for (const reply of [
        await get(tenancy, id),
        await patch(tenancy, id, { enabled: false }),
        await patch(tenancy, id, { userId: "ada" }),
        await tenancy.backend("DELETE", `passkeys/${id}`),
      ])
        expect(reply).toMatchObject(notFound);
      expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(0);
    },
  );
});

describe("PATCH", () => {
  test("renames the passkey; a display name equal to the username changes too, another stays", async () => {
    const tenancy = await createTestTenancy(run.current);
    const plain = (await own(tenancy, 1))[0];
    const named = (await own(tenancy, 1, { userId: "bob", displayName: "Bob" }))[0];
    run.current.clock.advance(7);
    const now = run.current.clock.now();
    expect(await patch(tenancy, plain?.passkeyId, { username: "lovelace" })).toMatchObject({
      status: 202,
      body: { _tag: "Passkey", updatedAt: now, credential: { username: "lovelace" } },
    });
    await patch(tenancy, named?.passkeyId, { username: "bobby" });
    const rows = await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { createdAt: "asc" },
    });
    expect(rows.map(({ username, displayName }) => [username, displayName]).sort()).toEqual([
      ["bobby", "Bob"],
      ["lovelace", "lovelace"],
    ]);
    expect(await eventsOf(tenancy, plain?.passkeyId)).toEqual([
      "passkey.registered",
      "passkey.renamed",
    ]);
  });

  test("disables it immediately, with its codes, and enables it again", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal, code } = await register(tenancy, phone);
    expect(await patch(tenancy, principal.authenticatorId, { enabled: false })).toMatchObject({
      status: 202,
      body: { enabled: false },
    });
    expect((await tenancy.backend("GET", `principal/${code}`)).body._tag).toBe(
      "@error/InvalidCode",
    );
    expect(
      await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy)),
    ).toMatchObject({ status: 403, body: { _tag: "@error/PasskeyDisabled" } });
    expect(
      (await patch(tenancy, principal.authenticatorId, { enabled: true })).body["enabled"],
    ).toBe(true);
    await authenticate(tenancy, phone);
    expect(await eventsOf(tenancy, principal.authenticatorId)).toEqual(
      expect.arrayContaining(["passkey.disabled", "passkey.enabled"]),
    );
  });

  test("moves it to the user with that id, whose sign-in is next; deletes an empty user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [ada] = await own(tenancy, 1);
    const phone = device();
    const stray = await registerSelf(tenancy, phone, { username: "eve" });
    expect(
      await patch(tenancy, stray.principal.authenticatorId, { userId: "ada", enabled: true }),
    ).toMatchObject({ status: 202, body: { userId: "ada", enabled: true } });
    expect((await authenticate(tenancy, phone)).principal).toMatchObject({
      sub: ada?.sub,
      userId: "ada",
    });
    expect((await tenancy.backend("GET", `user/${stray.principal.sub}`)).status).toBe(404);
  });

  test("moves the passkey to the user whose sub is sent, if they have no user id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { sub } = (await register(tenancy, device(), { username: "bob" })).principal;
    const stray = await register(tenancy, phone, { userId: "eve", username: "eve" });
    expect(await patch(tenancy, stray.principal.authenticatorId, { userId: sub })).toMatchObject({
      status: 202,
      body: { userId: sub },
    });
    expect((await authenticate(tenancy, phone)).principal).toMatchObject({ sub, userId: sub });
  });

  test("a move by sub, concurrent with a user id for that user, fails or comes first", async () => {
    for (let round = 0; round < 5; round++) {
      const tenancy = await createTestTenancy(run.current);
      const bob = await register(tenancy, device(), { username: "bob" });
      const stray = await register(tenancy, device(), { username: "stray" });
      const { sub } = bob.principal;
      const [linked, named] = await Promise.all([
        patch(tenancy, stray.principal.authenticatorId, { userId: sub }),
        patch(tenancy, bob.principal.authenticatorId, { userId: "bob" }),
      ]);
      expect(named.status).toBe(202);
      expect([202, 400]).toContain(linked.status);
      const row = await run.current.db.passkey.findFirst({
        where: { tenancyId: tenancy.id, id: stray.principal.authenticatorId },
      });
      expect(row?.sub).toBe(linked.status === 202 ? sub : stray.principal.sub);
    }
  });

  test("assigns an unused id to its own user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device());
    expect(
      (await patch(tenancy, principal.authenticatorId, { userId: "ada" })).body["userId"],
    ).toBe("ada");
    expect(
      (await patch(tenancy, principal.authenticatorId, { userId: "ada" })).body["userId"],
    ).toBe("ada");
    expect(
      (await tenancy.backend("POST", "passkey/authentication/authorize", { userId: "ada" })).status,
    ).toBe(200);
  });

  test.each([
    ["nothing", {}, ""],
    ["nothing that it knows", { counter: 0, credential: { rpId: "evil.test" } }, ""],
    ["an empty username", { username: "" }, "username"],
    ["a blank user id", { userId: "  " }, "userId"],
    ["a user id of 256 characters", { userId: "x".repeat(256) }, "userId"],
    ["a state that is none", { enabled: "false" }, "enabled"],
    ["null, which is nothing", { username: null }, ""],
  ])("%s returns 400 and changes nothing", async (_name, body, place) => {
    const tenancy = await createTestTenancy(run.current);
    const [{ passkeyId } = { passkeyId: "" }] = await own(tenancy, 1);
    const before = (await get(tenancy, passkeyId)).body;
    const reply = await patch(tenancy, passkeyId, body);
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
    expect((reply.body["issues"] as { path: string }[]).map((issue) => issue.path)).toContain(
      place,
    );
    expect((await get(tenancy, passkeyId)).body).toEqual(before);
  });

  test("returns 400 and changes nothing for another user's sub, a disabled user or a full one", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 2 });
    const [{ passkeyId } = { passkeyId: "" }] = await own(tenancy, 1, { userId: "ada" });
    const [disabled] = await own(tenancy, 1, { userId: "eve", username: "eve" });
    await setUserDisabled(tenancy.ctx, disabled?.sub ?? "", true);
    await own(tenancy, 2, { userId: "full", username: "full" });
    for (const userId of [disabled?.sub, "eve", "full"])
      expect(
        await patch(tenancy, passkeyId, { userId, username: "renamed", enabled: false }),
      ).toMatchObject({ status: 400, body: { issues: [{ path: "userId" }] } });
    expect((await get(tenancy, passkeyId)).body).toMatchObject({
      userId: "ada",
      enabled: true,
      credential: { username: "ada@example.com" },
    });
  });

  test("30 concurrent moves to one user do not exceed the passkey limit", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 5 });
    await own(tenancy, 1);
    const strays = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        registerSelf(tenancy, device(), { username: `device ${index}` }),
      ),
    );
    const replies = await Promise.all(
      strays.map(({ principal }) => patch(tenancy, principal.authenticatorId, { userId: "ada" })),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(4);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(26);
    expect(
      await run.current.db.passkey.count({
        where: { tenancyId: tenancy.id, user: { userId: "ada" } },
      }),
    ).toBe(5);
  });

  test("concurrent moves to two users end at one of them and keep its own user's id", async () => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 1, { userId: "ada" });
    await own(tenancy, 1, { userId: "bob", username: "bob" });
    const { principal } = await register(tenancy, device(), { username: "stray" });
    const givenTo = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "ada" : "bob"));
    const replies = await Promise.all(
      givenTo.map((userId) => patch(tenancy, principal.authenticatorId, { userId })),
    );
    expect(replies.map(({ status }) => status)).toEqual(givenTo.map(() => 202));
    expect(replies.map(({ body }) => body["userId"])).toEqual(givenTo);
    expect(
      await run.current.db.user.findFirst({ where: { tenancyId: tenancy.id, sub: principal.sub } }),
    ).toMatchObject({ userId: null });
  });
});

describe("DELETE", () => {
  test("returns the deleted passkey, which no endpoint accepts any more", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal, code } = await register(tenancy, phone, { userId: "ada" });
    const before = (await get(tenancy, principal.authenticatorId)).body;
    const begun = await beginAuthentication(tenancy);
    expect(await tenancy.backend("DELETE", `passkeys/${principal.authenticatorId}/`)).toMatchObject(
      { status: 202, body: before },
    );
    expect(await get(tenancy, principal.authenticatorId)).toMatchObject(notFound);
    expect(await tenancy.backend("DELETE", `passkeys/${principal.authenticatorId}`)).toMatchObject(
      notFound,
    );
    expect((await tenancy.backend("GET", `principal/${code}`)).body._tag).toBe(
      "@error/InvalidCode",
    );
    expect((await finishAuthentication(tenancy, phone, begun)).body._tag).toBe(
      "@error/PasskeyNotFound",
    );
    expect((await tenancy.backend("GET", `user/${principal.sub}`)).status).toBe(200);
    expect(await eventsOf(tenancy, principal.authenticatorId)).toContain("passkey.deleted");
  });

  test("ignores a body of any kind", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const [{ passkeyId } = { passkeyId: "" }, body] of [
      [(await own(tenancy, 1))[0], "{"],
      [(await own(tenancy, 1))[0], "x".repeat(70_000)],
    ] as const) {
      const headers = { authorization: `Bearer ${tenancy.apiKey}`, "content-type": "text/plain" };
      expect(
        (await callApi("DELETE", `/v2/${tenancy.id}/passkeys/${passkeyId}`, { headers, body }))
          .status,
      ).toBe(202);
    }
  });

  test("100 concurrent requests delete it once", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [{ passkeyId } = { passkeyId: "" }] = await own(tenancy, 1);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => tenancy.backend("DELETE", `passkeys/${passkeyId}`)),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(99);
    expect(
      (await eventsOf(tenancy, passkeyId)).filter((action) => action === "passkey.deleted"),
    ).toHaveLength(1);
  });
});
