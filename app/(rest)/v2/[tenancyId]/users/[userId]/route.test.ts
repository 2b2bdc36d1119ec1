import { describe, expect, test } from "vitest";
import { apiKeyScopes } from "@/lib/contract/api-key-scope";
import type { UserRecord } from "@/lib/contract/user-record";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { stateOf } from "@/testing/state-of";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";
import { violationsOf } from "@/testing/violations";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const path = "users/x";
const allow = "GET, HEAD, PATCH, DELETE";

async function open() {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const create = async (body: object) =>
    (await call("POST", "users", body)).body["user"] as UserRecord;
  const get = async (id: string) => (await call("GET", `users/${id}`)).body["user"];
  const patch = (id: string, body: object) => call("PATCH", `users/${id}`, body);
  return { tenancy, call, create, get, patch };
}

describe("GET", () => {
  testKeyRoute(run, { method: "GET", path, allow, lacking: "users:list" });

  test("returns the user by either id, with the last sign-in", async () => {
    const { tenancy, get } = await open();
    const phone = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    run.current.clock.advance(1_000);
    await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy));
    const user = {
      sub: principal.sub,
      userId: "ada",
      email: "ada@example.com",
      givenName: "",
      familyName: "",
      emailVerified: false,
      enabled: true,
      createdAt: run.current.clock.now() - 1_000,
      lastSignInAt: run.current.clock.now(),
      passkeys: 1,
    };
    expect(await get("ada")).toEqual(user);
    expect(await get(principal.sub)).toEqual(user);
  });

  test("an id that is one user's application id and another's sub names the first", async () => {
    const { tenancy, call, create, get } = await open();
    const other = await create({ givenName: "Other" });
    const ada = await create({ userId: "ada" });
    // The API refuses this; rows of an earlier release may have it.
    await run.current.db.user.update({
      where: { tenancyId_sub: { tenancyId: tenancy.id, sub: ada.sub } },
      data: { userId: other.sub },
    });
    expect(await get(other.sub)).toMatchObject({ sub: ada.sub });
    await call("DELETE", `users/${other.sub}`);
    expect(await get(other.sub)).toMatchObject({ sub: other.sub, givenName: "Other" });
  });

  test("returns NotFound for an unknown id, a malformed one and one of another tenancy", async () => {
    const { call } = await open();
    const foreign = await (await open()).create({ userId: "ada" });
    for (const id of ["ada", foreign.sub, run.current.createId(), "x".repeat(256), "a%00b", "%20"])
      for (const [method, body] of [
        ["GET", undefined],
        ["PATCH", { givenName: "Eve" }],
        ["DELETE", { reason: "test" }],
      ] as const)
        expect(await call(method, `users/${id}`, body), `${method} ${id}`).toMatchObject({
          status: 404,
          body: { _tag: "@error/NotFound" },
        });
  });
});

describe("PATCH", () => {
  testKeyRoute(run, {
    method: "PATCH",
    path,
    allow,
    body: { givenName: "Ada" },
    scope: "users:manage",
    lacking: "users:write",
  });

  test("changes names, email and application id, alone or together", async () => {
    const { create, patch } = await open();
    const { sub } = await create({});
    expect((await patch(sub, { givenName: "Ada" })).body).toMatchObject({
      user: { givenName: "Ada", email: "" },
    });
    expect(
      (await patch(sub, { userId: "ada", email: "Ada@example.com", familyName: "Lovelace" })).body,
    ).toMatchObject({
      _tag: "User",
      user: { sub, userId: "ada", email: "Ada@example.com", emailVerified: false },
    });
    expect((await patch("ada", { emailVerified: true })).body).toMatchObject({
      user: { emailVerified: true, familyName: "Lovelace" },
    });
    expect((await patch("ada", { email: "ada@example.com" })).body).toMatchObject({
      user: { email: "ada@example.com", emailVerified: true },
    });
    expect((await patch("ada", { email: "b@example.com", givenName: "" })).body).toMatchObject({
      user: { email: "b@example.com", emailVerified: false, givenName: "" },
    });
    expect((await patch("ada", { email: "" })).body).toMatchObject({ user: { email: "" } });
  });

  test("a new email is owned: claimants lose it, and the former owner can give it away", async () => {
    const { tenancy, create, get, patch } = await open();
    const claim = await registerSelf(tenancy, device(), { email: "new@example.com" });
    const { sub } = await create({ email: "old@example.com" });
    await patch(sub, { email: "new@example.com" });
    expect(await get(claim.principal.sub)).toMatchObject({ email: "" });
    expect((await register(tenancy, device(), { username: "new@example.com" })).principal.sub).toBe(
      sub,
    );
    expect(await create({ email: "old@example.com" })).toMatchObject({ email: "old@example.com" });
  });

  test("the former email of a user stays for notices for seven days", async () => {
    const { tenancy, create, patch } = await open();
    await tenancy.set({ notifyOfNewPasskeys: true });
    const { sub } = await create({ email: "old@example.com", emailVerified: true });
    await patch(sub, { email: "new@example.com", emailVerified: true });
    expect(
      await run.current.db.previousEmail.findMany({ where: { tenancyId: tenancy.id, sub } }),
    ).toMatchObject([
      { email: "old@example.com", until: new Date(run.current.clock.now() + 7 * 86_400_000) },
    ]);
  });

  test.each([
    ["a taken userId", { userId: "bob" }, 409, "@error/DuplicateUser"],
    ["an owned email", { email: "bob@example.com" }, 409, "@error/DuplicateEmail"],
    ["no address", { email: "ada" }, 400, "@error/InvalidEmail"],
    ["an unknown field", { enabled: false }, 400, "@error/BadRequest"],
    ["nothing", {}, 400, "@error/BadRequest"],
    ["a verified email without one", { email: "", emailVerified: true }, 400, "@error/BadRequest"],
    ["the flag of no email", { emailVerified: true }, 400, "@error/BadRequest"],
  ])("%s changes nothing, also beside a valid field", async (_name, body, status, tag) => {
    const { tenancy, create, patch } = await open();
    await create({ userId: "bob", email: "bob@example.com" });
    await create({ userId: "ada" });
    const state = await stateOf(tenancy);
    expect(await patch("ada", body)).toMatchObject({ status, body: { _tag: tag } });
    if (Object.keys(body).length > 0)
      expect((await patch("ada", { givenName: "Ada", ...body })).status).toBe(status);
    expect(await stateOf(tenancy)).toBe(state);
  });

  test("refuses an application id that is another user's sub, and takes the user's own", async () => {
    const { create, patch } = await open();
    const ada = await create({ userId: "ada" });
    const bob = await create({});
    expect(await patch("ada", { userId: bob.sub })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
    expect((await patch("ada", { userId: ada.sub })).status).toBe(200);
    expect((await patch(ada.sub, { userId: "ada" })).status).toBe(200);
  });

  test("a registration that names the former application id ends, and creates no user", async () => {
    const { tenancy, create, patch } = await open();
    await create({ userId: "ada" });
    const begun = await beginRegistration(tenancy, { userId: "ada" });
    await patch("ada", { userId: "lovelace" });
    expect(await finishRegistration(tenancy, device(), begun)).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidToken" },
    });
    expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  });
});

describe("DELETE", () => {
  testKeyRoute(run, {
    method: "DELETE",
    path,
    allow,
    scope: "users:erase",
    lacking: "users:manage",
  });

  test("erases the user, with or without a reason", async () => {
    const { tenancy, call, get } = await open();
    const { sub } = (await register(tenancy, device(), { userId: "ada" })).principal;
    expect(await call("DELETE", "users/ada", { reason: "closed account" })).toMatchObject({
      status: 202,
      body: { _tag: "ErasedUser", sub, passkeys: 1, challenges: 0, emails: 0 },
    });
    expect(await get("ada")).toBeUndefined();
    expect(
      await run.current.db.auditEvent.findFirst({
        where: { tenancyId: tenancy.id, targetId: sub, action: "user.erased" },
      }),
    ).toMatchObject({ actorKind: "apiKey", reason: "closed account" });
    expect((await call("DELETE", "users/ada")).status).toBe(404);
    await register(tenancy, device(), { userId: "ada" });
    expect((await call("DELETE", "users/ada")).status).toBe(202);
  });

  test("a token that removes the passkeys from the device stays valid", async () => {
    const { tenancy, call } = await open();
    await register(tenancy, device(), { userId: "ada" });
    const { body } = await tenancy.backend("POST", "passkeys/delete", { userId: "ada" });
    expect((await call("DELETE", "users/ada")).status).toBe(202);
    const { deletePasskeysToken } = body;
    const exchanged = await tenancy.browser("POST", "passkeys/delete/exchange", {
      deletePasskeysToken,
    });
    expect(exchanged.body["instructions"]).toHaveLength(1);
  });
});

const scopeOf = {
  "GET users": "users:list",
  "POST users": "users:manage",
  "GET users/ada": "users:read",
  "PATCH users/ada": "users:manage",
  "GET users/ada/timeline": "users:list",
  "GET users/ada/export": "users:export",
  "POST users/ada/disable": "users:manage",
  "POST users/ada/enable": "users:manage",
  "DELETE users/ada": "users:erase",
} as const;

test("a key with one scope reaches only the user endpoints of that scope", async () => {
  const violations = await violationsOf(apiKeyScopes, async (scope) => {
    const { tenancy, create } = await open();
    await create({ userId: "ada" });
    const call = await callerWith(tenancy, [scope]);
    const state = await stateOf(tenancy);
    const reached: string[] = [];
    for (const [endpoint, needed] of Object.entries(scopeOf)) {
      const [method, place] = endpoint.split(" ") as ["GET", string];
      const isAllowed = scope === needed || (scope === "*" && needed === "users:read");
      if (isAllowed) continue;
      const body = method === "GET" ? undefined : { reason: "test", userId: "x" };
      if ((await call(method, place, body)).status !== 403) reached.push(endpoint);
    }
    expect(reached).toEqual([]);
    expect(await stateOf(tenancy)).toBe(state);
  });
  expect(violations).toEqual([]);
});
