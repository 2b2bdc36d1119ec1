import { describe, expect, test } from "vitest";
import { listUserTimeline } from "@/lib/domain/history/timeline-search/list-user-timeline";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginRegistration,
  beginSelfRegistration,
  finishRegistration,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const email = "ada@example.com";

const usersOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.user.findMany({ where: { tenancyId }, orderBy: { sub: "asc" } });
const userOf = ({ id: tenancyId }: TestTenancy, sub: string) =>
  run.current.db.user.findUniqueOrThrow({ where: { tenancyId_sub: { tenancyId, sub } } });
const authorize = (tenancy: TestTenancy, body: object) =>
  tenancy.backend("POST", "passkey/registration/authorize", body);

describe("the user of a new passkey, authorized by the backend", () => {
  test("is the user with that userId, else a new one, regardless of the email", async () => {
    const tenancy = await createTestTenancy(run.current);
    const first = await register(tenancy, device(), { userId: "ada", username: email });
    const second = await register(tenancy, device(), {
      userId: "ada",
      username: "other@example.com",
    });
    const third = await register(tenancy, device(), { userId: "bob", username: "bob" });
    expect(second.principal.sub).toBe(first.principal.sub);
    expect(third.principal.sub).not.toBe(first.principal.sub);
    expect((await userOf(tenancy, first.principal.sub)).email).toBe(email);
  });

  test("is a new user without email for an unknown userId with another user's email", async () => {
    const tenancy = await createTestTenancy(run.current);
    const owner = await register(tenancy, device(), { userId: "ada", username: email });
    const other = await register(tenancy, device(), { userId: "eve", username: email });
    expect(other.principal).toMatchObject({ email: "", userId: "eve" });
    expect(other.principal.sub).not.toBe(owner.principal.sub);
  });

  test("is the owner of the email if there is no userId", async () => {
    const tenancy = await createTestTenancy(run.current);
    const first = await register(tenancy, device(), { username: email });
    const second = await register(tenancy, device(), {
      username: "ada's laptop",
      email: " ADA@Example.com",
    });
    expect(second.principal.sub).toBe(first.principal.sub);
  });

  test("rejects a userId equal to the sub of a user with another application id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), { userId: "ada", username: email });
    const reply = await authorize(tenancy, { username: "eve", userId: principal.sub });
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: "userId" }] },
    });
  });

  test("is the user with that sub if they have no application id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), { username: email });
    const again = await register(tenancy, device(), { username: email, userId: principal.sub });
    expect(again.principal).toMatchObject({ sub: principal.sub, userId: principal.sub });
  });

  test("rejects an invalid email, and leaves it empty for a username that is not an email", async () => {
    const tenancy = await createTestTenancy(run.current);
    expect(await authorize(tenancy, { username: "ada", email: "not an address" })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidEmail" },
    });
    expect((await register(tenancy, device(), { username: "ada" })).principal.email).toBe("");
  });

  test("reuses the user handle per relying party and excludes the user's passkeys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone, { userId: "ada" });
    const begun = await beginRegistration(tenancy, { userId: "ada" });
    expect(begun.optionsJSON.user.id).toBe(phone.credentials[0]?.userHandle);
    expect(begun.optionsJSON.excludeCredentials?.map(({ id }) => id)).toEqual([
      phone.credentials[0]?.id,
    ]);
  });

  test("gets the options that the contract promises", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { optionsJSON } = await beginRegistration(tenancy, {
      username: "ada",
      givenName: "Ada",
      familyName: "Lovelace",
      timeout: 1,
    });
    expect(optionsJSON).toMatchObject({
      rp: { id: "example.com" },
      user: { name: "ada", displayName: "Ada Lovelace" },
      timeout: 10_000,
      authenticatorSelection: { residentKey: "required" },
      extensions: { credProps: true },
    });
    expect(optionsJSON.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
    expect(Buffer.from(optionsJSON.challenge, "base64url")).toHaveLength(32);
    expect(Buffer.from(optionsJSON.user.id, "base64url")).toHaveLength(32);
  });
});

describe("self-service and emails", () => {
  test("a new user claims their email", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await registerSelf(tenancy, device(), { email, givenName: "Ada" });
    expect(principal).toMatchObject({
      email,
      givenName: "Ada",
      emailVerified: false,
      userId: principal.sub,
    });
    expect(await userOf(tenancy, principal.sub)).toMatchObject({
      selfService: true,
      emailOwned: false,
    });
  });

  test("a username without email claims nothing and returns no 409", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, device(), { username: email });
    expect((await registerSelf(tenancy, device(), { username: email })).principal.email).toBe("");
  });

  test("returns DuplicateEmail for an owned email", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, device(), { username: email });
    expect(
      await tenancy.browser("POST", "passkey/registration/options", { email: "Ada@EXAMPLE.com" }),
    ).toMatchObject({ status: 409, body: { _tag: "@error/DuplicateEmail" } });
  });

  test("rejects a stranger if the owner registers between the stranger's options and verification", async () => {
    const tenancy = await createTestTenancy(run.current);
    const begun = await beginSelfRegistration(tenancy, { email });
    const owner = await register(tenancy, device(), { username: email });
    expect(await finishRegistration(tenancy, device(), begun)).toMatchObject({
      status: 409,
      body: { _tag: "@error/DuplicateEmail" },
    });
    expect((await usersOf(tenancy)).map(({ sub }) => sub)).toEqual([owner.principal.sub]);
  });

  test("a stranger who claims an email first can neither take over the account nor lock out its owner", async () => {
    const tenancy = await createTestTenancy(run.current);
    const stranger = device();
    const claimed = await registerSelf(tenancy, stranger, { email });
    const owner = await register(tenancy, device(), { username: email });
    expect(owner.principal.sub).not.toBe(claimed.principal.sub);
    expect(owner.principal.email).toBe(email);
    expect((await authenticate(tenancy, stranger)).principal).toMatchObject({
      sub: claimed.principal.sub,
      email: "",
    });
    const lost = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "user.email-claim-lost" },
    });
    expect(lost).toMatchObject([
      // The browser is the owner's, so Keystead is the actor; the detail names the owner.
      { targetId: claimed.principal.sub, actorKind: "system", detail: owner.principal.sub },
    ]);
  });

  test("the timeline of a user who loses an email to its owner says so", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await registerSelf(tenancy, device(), { email });
    await register(tenancy, device(), { username: email });
    const { records } = await listUserTimeline(tenancy.ctx, principal.sub, { limit: 50 });
    const lost = records.filter(({ kind }) => kind === "user.email-claim-lost");
    expect(lost).toMatchObject([{ actor: { kind: "system" } }]);
    expect(lost[0]).not.toHaveProperty("detail");
  });

  test("two claims of one email create two users", async () => {
    const tenancy = await createTestTenancy(run.current);
    const one = await registerSelf(tenancy, device(), { email });
    const two = await registerSelf(tenancy, device(), { email });
    expect(one.principal.sub).not.toBe(two.principal.sub);
  });

  test("returns Forbidden if the tenancy disables self-service, and in the system tenancy", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { selfServiceRegistration: false });
    expect(await tenancy.browser("POST", "passkey/registration/options", { email })).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden" },
    });
    await run.current.db.tenancy.deleteMany({ where: { isSystem: true } });
    const system = await createTestTenancy(run.current).then(
      async (made) => (await made.set({ isSystem: true, selfServiceRegistration: true }), made),
    );
    expect(await system.browser("POST", "passkey/registration/options", { email })).toMatchObject({
      status: 403,
    });
  });
});

describe("the limit of passkeys per user", () => {
  const full = { status: 400, body: { _tag: "@error/BadRequest", issues: [{ path: "userId" }] } };

  test("applies at authorize, options and verification", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 1 });
    const early = await beginRegistration(tenancy, { userId: "ada" });
    const authorized = await authorize(tenancy, { username: "ada", userId: "ada" });
    await register(tenancy, device(), { userId: "ada" });
    expect(await authorize(tenancy, { username: "ada", userId: "ada" })).toMatchObject(full);
    expect(
      await tenancy.browser("POST", "passkey/registration/options", {
        registrationToken: authorized.body["registrationToken"],
      }),
    ).toMatchObject(full);
    expect(await finishRegistration(tenancy, device(), early)).toMatchObject(full);
  });

  test("applies to ten concurrent registrations", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 3 });
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => beginRegistration(tenancy, { userId: "ada" })),
    );
    const replies = await Promise.all(
      begun.map((one) => finishRegistration(tenancy, device(), one)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(3);
  });
});
