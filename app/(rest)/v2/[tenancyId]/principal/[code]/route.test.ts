import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ExtendedPrincipal } from "@/lib/contract/principal";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const invalid = { status: 404, body: { _tag: "@error/InvalidCode" } };
const post = (tenancy: TestTenancy, code: string, body: object) =>
  tenancy.backend("POST", `principal/${code}`, body);

describe("GET principal/{code}", () => {
  test("returns exactly the extended principal", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = createSoftwareAuthenticator({
      origin: testOrigin,
      aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
      userVerified: false,
    });
    const { code, principal } = await register(tenancy, phone, {
      userId: "ada",
      givenName: "Ada",
      familyName: "Lovelace",
    });
    const { body, status } = await tenancy.backend("GET", `principal/${code}`, undefined, {
      "user-agent": "ignored",
    });
    expect(status).toBe(200);
    expect(ExtendedPrincipal.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      authenticatorId: principal.authenticatorId,
      assurance: "aal1",
      userId: "ada",
      sub: principal.sub,
      operation: "registration",
      passkey: { verified: true, userVerified: false, platformName: "Apple Passwords" },
      user: {
        sub: principal.sub,
        email: "ada@example.com",
        givenName: "Ada",
        familyName: "Lovelace",
        emailVerified: false,
      },
      metadata: { ipAddress: "203.0.113.7" },
    });
    expect(body).not.toHaveProperty("purpose");
  });

  test("returns InvalidCode for an unknown code of any form", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const code of ["x", "a".repeat(43), "%F0%9F%94%91", "x".repeat(2_000)])
      expect(await tenancy.backend("GET", `principal/${code}`)).toMatchObject(invalid);
  });

  testKeyRoute(run, { method: "GET", path: "principal/x", allow: "GET, POST" });
});

describe("POST principal/{code}", () => {
  test("assigns the user id to a user without one", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { code, principal } = await register(tenancy, phone);
    expect((await post(tenancy, code, { userId: "ada" })).body).toMatchObject({
      userId: "ada",
      sub: principal.sub,
    });
    expect((await authenticate(tenancy, phone)).principal.userId).toBe("ada");
  });

  test("moves the passkey to the user with that id; deletes an empty self-service user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const carrier = await register(tenancy, device(), { userId: "ada" });
    const phone = device();
    const stray = await registerSelf(tenancy, phone, { username: "ada" });
    expect((await post(tenancy, stray.code, { userId: "ada" })).body).toMatchObject({
      userId: "ada",
      sub: carrier.principal.sub,
      authenticatorId: stray.principal.authenticatorId,
    });
    expect((await authenticate(tenancy, phone)).principal.sub).toBe(carrier.principal.sub);
    expect(await tenancy.backend("GET", `user/${stray.principal.sub}`)).toMatchObject({
      status: 404,
    });
  });

  test("keeps a self-service user with an email, and a user created by a key", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, device(), { userId: "ada", username: "ada" });
    const claimant = await registerSelf(tenancy, device(), { email: "eve@example.com" });
    const authorized = await register(tenancy, device(), { username: "bob" });
    for (const { code, principal } of [claimant, authorized]) {
      await post(tenancy, code, { userId: "ada" });
      expect((await tenancy.backend("GET", `user/${principal.sub}`)).status).toBe(200);
    }
  });

  test("moves the passkey to a new user if its user has another id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code, principal } = await register(tenancy, device(), {
      userId: "ada",
      givenName: "Ada",
    });
    const { body } = await post(tenancy, code, { userId: "lovelace" });
    expect(body).toMatchObject({ userId: "lovelace", user: { email: "", givenName: "Ada" } });
    expect(body["sub"]).not.toBe(principal.sub);
  });

  test("moves the passkey to the user whose sub is sent, if they have no user id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { sub } = (await register(tenancy, device(), { username: "bob" })).principal;
    const stray = await registerSelf(tenancy, device(), { username: "bob" });
    expect((await post(tenancy, stray.code, { userId: sub })).body).toMatchObject({
      userId: sub,
      sub,
    });
    expect(
      await run.current.db.user.findFirst({ where: { tenancyId: tenancy.id, sub } }),
    ).toMatchObject({ userId: null });
  });

  test("returns 400 for the sub of a user with a user id, and does not consume the code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await register(tenancy, device(), { userId: "bob", username: "bob" });
    const { code, principal } = await register(tenancy, device(), { username: "ada" });
    expect(await post(tenancy, code, { userId: other.principal.sub })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
    expect((await post(tenancy, code, {})).body).toMatchObject({
      sub: principal.sub,
      userId: principal.sub,
    });
  });

  test("returns 400 if the user with that id is disabled or has too many passkeys", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 1 });
    const carrier = await register(tenancy, device(), { userId: "ada" });
    const { code } = await register(tenancy, device(), { username: "bob" });
    expect(await post(tenancy, code, { userId: "ada" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
    await setUserDisabled(tenancy.ctx, carrier.principal.sub, true);
    expect(await post(tenancy, code, { userId: "ada" })).toMatchObject({
      status: 403,
      body: { _tag: "@error/PasskeyDisabled", reason: "user-disabled" },
    });
  });

  test("fifty concurrent exchanges with one new id create one user", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 100 });
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        registerSelf(tenancy, device(), { username: `device ${index}` }),
      ),
    );
    const replies = await Promise.all(
      codes.map(({ code }) => post(tenancy, code, { userId: "ada" })),
    );
    expect(new Set(replies.map(({ body }) => body["sub"])).size).toBe(1);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
  });

  test("exchanges a PKCE code only with its verifier; rejects a verifier without a challenge", async () => {
    const tenancy = await createTestTenancy(run.current);
    const verifier = "v".repeat(43);
    const { code } = await register(tenancy, device());
    const plain = await register(tenancy, device(), { username: "bob" });
    const hash = createHash("sha256").update(code).digest();
    const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
    await run.current.db.oneTimeToken.updateMany({
      where: { tenancyId: tenancy.id, hash },
      data: { codeChallenge },
    });
    expect(await tenancy.backend("GET", `principal/${code}`)).toMatchObject(invalid);
    expect(await tenancy.backend("GET", `/${tenancy.id}/token/${code}`)).toMatchObject(invalid);
    expect(await post(tenancy, code, {})).toMatchObject(invalid);
    expect(await post(tenancy, code, { code_verifier: "w".repeat(43) })).toMatchObject(invalid);
    expect(await post(tenancy, plain.code, { code_verifier: verifier })).toMatchObject(invalid);
    expect((await post(tenancy, code, { code_verifier: verifier })).status).toBe(200);
    expect((await post(tenancy, plain.code, {})).status).toBe(200);
  });

  testKeyRoute(run, {
    method: "POST",
    path: "principal/x",
    allow: "GET, POST",
    body: { userId: "ada" },
  });
});
