import { beforeAll, describe, expect, test } from "vitest";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { beginRegistration, finishRegistration, register } from "@/testing/ceremonies";
import { newEmail } from "@/testing/hosted-sign-up";
import { newDevice } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const refused = { status: 409, body: { _tag: "@error/DuplicateEmail" } };

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createTestTenancy(run.current, {}, { linkByEmail: false });
});

/** A user who owns a new email. */
async function owner(of = tenancy) {
  const email = newEmail();
  const { principal } = await register(of, newDevice(), { userId: email, username: email });
  return { email, sub: principal.sub };
}

const authorize = (of: TestTenancy, body: object) =>
  of.backend("POST", "passkey/registration/authorize", body);
const passkeysOf = (sub: string) => run.current.db.passkey.count({ where: { sub } });

describe("without linkByEmail", () => {
  test("a registration by an owned email alone is refused, and told to send userId", async () => {
    const { email } = await owner();
    for (const body of [
      { username: email },
      { username: email.toUpperCase() },
      { username: "ada", email },
    ]) {
      const reply = await authorize(tenancy, body);
      expect(reply).toMatchObject(refused);
      expect(reply.body["message"]).toContain("`userId`");
    }
  });

  test("a registration with userId adds the passkey", async () => {
    const { email, sub } = await owner();
    await register(tenancy, newDevice(), { userId: email, username: email });
    expect(await passkeysOf(sub)).toBe(2);
  });

  test("an email that no one owns creates a user", async () => {
    const email = newEmail();
    const { principal } = await register(tenancy, newDevice(), { username: email });
    expect(principal).toMatchObject({ email });
  });

  test("an owner who comes after authorize, or after options, is decided on again", async () => {
    const email = newEmail();
    const authorized = await authorize(tenancy, { username: email });
    const begun = await beginRegistration(tenancy, { username: email });
    const { sub } = (await register(tenancy, newDevice(), { userId: email, username: email }))
      .principal;
    const { registrationToken } = authorized.body;
    expect(
      await tenancy.browser("POST", "passkey/registration/options", { registrationToken }),
    ).toMatchObject(refused);
    expect(await finishRegistration(tenancy, newDevice(), begun)).toMatchObject(refused);
    expect(await passkeysOf(sub)).toBe(1);
  });

  test("of two first registrations at once for one email, one creates the user", async () => {
    const email = newEmail();
    const begun = [
      await beginRegistration(tenancy, { username: email }),
      await beginRegistration(tenancy, { username: email }),
    ];
    const replies = await Promise.all(
      begun.map((options) => finishRegistration(tenancy, newDevice(), options)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test("with linkByEmail, userId: null never links, also to an owner who comes later", async () => {
  const linking = await createTestTenancy(run.current, {}, { linkByEmail: true });
  const { email, sub } = await owner(linking);
  expect(await authorize(linking, { username: email, userId: null })).toMatchObject(refused);
  const later = newEmail();
  const begun = await beginRegistration(linking, { username: later, userId: null });
  await register(linking, newDevice(), { userId: later, username: later });
  expect(await finishRegistration(linking, newDevice(), begun)).toMatchObject(refused);
  expect(await passkeysOf(sub)).toBe(1);
});

test("with linkByEmail, the owner of the email gets the passkey", async () => {
  const linking = await createTestTenancy(run.current, {}, { linkByEmail: true });
  const { email, sub } = await owner(linking);
  const { principal } = await register(linking, newDevice(), { username: email });
  expect(principal.sub).toBe(sub);
});

test.each([
  ["a new one", {}, { linkByEmail: false, notifyOfNewPasskeys: true }],
  [
    "one for a client of an older generation",
    { isCompatible: true },
    { linkByEmail: true, notifyOfNewPasskeys: false },
  ],
])("a tenancy starts safe, and compatible only if asked: %s", async (_name, input, settings) => {
  const created = await createTenancy(
    run.current,
    { kind: "system" },
    { name: "Acme", environment: "production", rpId: "example.com", ...input },
  );
  expect(created).toMatchObject(settings);
});
