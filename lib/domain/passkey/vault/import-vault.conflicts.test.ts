import { describe, expect, test } from "vitest";
import { type ConflictReason, conflictReasons } from "@/lib/contract/vault-import";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, register } from "@/testing/ceremonies";
import { type SampleLine, sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { stateOf } from "@/testing/state-of";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";

const run = provideService();

const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/** Each case prepares the tenancy and returns the conflicting line. */
const conflicts: [
  reason: ConflictReason,
  what: string,
  prepare: (tenancy: TestTenancy) => Promise<SampleLine>,
][] = [
  [
    "credential-differs",
    "another key",
    async (tenancy) => ({ ...(await kept(tenancy)), publicKey: sampleLine().publicKey }),
  ],
  [
    "credential-differs",
    "another rpId",
    async (tenancy) => {
      const line = await kept(tenancy);
      await run.current.db.passkey.updateMany({
        where: { tenancyId: tenancy.id },
        data: { rpId: "old.example.com" },
      });
      return line;
    },
  ],
  [
    "credential-of-another-user",
    "another userId",
    async (tenancy) => ({ ...(await kept(tenancy)), user: { userId: "eve" } }),
  ],
  [
    "credential-of-another-user",
    "another sub",
    async (tenancy) => ({ ...(await kept(tenancy)), user: { sub: run.current.createId() } }),
  ],
  [
    "credential-of-another-user",
    "an email that another user owns",
    async (tenancy) => {
      await register(tenancy, device(), { username: "bob@example.com" });
      return { ...(await kept(tenancy)), user: { email: "bob@example.com" } };
    },
  ],
  [
    "passkey-id-taken",
    "the id of another passkey",
    async (tenancy) =>
      sampleLine({ id: (await register(tenancy, device())).principal.authenticatorId }),
  ],
  [
    "sub-taken",
    "the sub of another user",
    async (tenancy) =>
      sampleLine({
        user: {
          userId: "eve",
          sub: (await register(tenancy, device(), { userId: "ada" })).principal.sub,
        },
      }),
  ],
  [
    "sub-taken",
    "a sub that is another user's userId",
    async (tenancy) => {
      const sub = run.current.createId();
      await register(tenancy, device(), { userId: sub });
      return sampleLine({ user: { sub } });
    },
  ],
  [
    "user-id-is-a-sub",
    "the sub of a user of another userId",
    async (tenancy) =>
      sampleLine({
        user: { userId: (await register(tenancy, device(), { userId: "ada" })).principal.sub },
      }),
  ],
  [
    "email-held",
    "the email of another user, written otherwise",
    async (tenancy) => {
      await register(tenancy, device(), { userId: "ada", username: "ada@example.com" });
      return sampleLine({ user: { userId: "eve", email: "ADA@Example.com" } });
    },
  ],
  [
    "handle-conflict",
    "the user handle of another user's passkey",
    async (tenancy) => sampleLine({ userHandle: (await kept(tenancy)).userHandle }),
  ],
  [
    "handle-conflict",
    "the user handle of a passkey that moved to another user",
    async (tenancy) => {
      const { userHandle, credentialId } = await kept(tenancy);
      const { id } = await run.current.db.passkey.findFirstOrThrow({
        where: { tenancyId: tenancy.id, credentialId },
      });
      await tenancy.backend("PATCH", `passkeys/${id}`, { userId: "bob" });
      return sampleLine({ userHandle, user: { userId: "ada" } });
    },
  ],
  [
    "handle-conflict",
    "the user handle of another user's open registration",
    async (tenancy) => {
      await register(tenancy, device(), { userId: "ada" });
      await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } });
      const { optionsJSON } = await beginRegistration(tenancy, { userId: "ada" });
      return sampleLine({ userHandle: optionsJSON.user.id });
    },
  ],
  [
    "too-many-passkeys",
    "one more than the tenancy allows",
    async (tenancy) => {
      await tenancy.set({ passkeysPerUser: 1 });
      await register(tenancy, device(), { userId: "ada" });
      return sampleLine({ user: { userId: "ada" } });
    },
  ],
];

/** Imports a line before the test. */
async function kept(tenancy: TestTenancy): Promise<SampleLine> {
  const line = sampleLine({ user: { userId: "ada" } });
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 1 });
  return line;
}

describe("a conflicting line is reported with number and reason, and other lines are imported", () => {
  test.each(conflicts)("%s: %s", async (reason, _what, prepare) => {
    const tenancy = await createTestTenancy(run.current);
    const line = await prepare(tenancy);
    const before = await stateOf(tenancy);
    const expected = {
      conflicting: 1,
      problems: [
        {
          line: 1,
          outcome: "conflict",
          reason,
          message: expect.stringMatching(/^.{10,}$/) as string,
        },
      ],
    };
    expect(await importInto(tenancy, [line])).toMatchObject(expected);
    expect(await stateOf(tenancy)).toBe(before);
    expect(await importInto(tenancy, [line, sampleLine()], { dryRun: true })).toMatchObject({
      ...expected,
      created: 1,
    });
    expect(await importInto(tenancy, [line, sampleLine()])).toMatchObject({
      ...expected,
      created: 1,
    });
  });

  test("every conflict reason has a case above", () =>
    expect(new Set(conflicts.map(([reason]) => reason))).toEqual(new Set(conflictReasons)));

  test("also when it conflicts with an earlier line", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 2 });
    const one = sampleLine({ user: { userId: "ada", email: "ada@example.com" } });
    const two = sampleLine({ user: { userId: "ada" } });
    const lines = [
      one,
      two,
      one,
      sampleLine({ user: { userId: "ada" } }),
      sampleLine({ user: { userId: "bob", email: "ada@example.com" } }),
      sampleLine({ userHandle: one.userHandle, user: { userId: "bob" } }),
      { ...one, publicKey: two.publicKey },
    ];
    const expected = {
      created: 2,
      usersCreated: 1,
      existing: 1,
      existingLines: [3],
      problems: [
        { line: 4, reason: "too-many-passkeys" },
        { line: 5, reason: "email-held" },
        { line: 6, reason: "handle-conflict" },
        { line: 7, reason: "credential-differs" },
      ],
    };
    expect(await importInto(tenancy, lines, { dryRun: true })).toMatchObject(expected);
    expect(await importInto(tenancy, lines)).toMatchObject(expected);
  });

  test("ignores another tenancy's users and passkeys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const { principal } = await register(other, device(), {
      userId: "ada",
      username: "ada@example.com",
    });
    const [theirs] = await exportOf(other);
    const before = await stateOf(other);
    expect(await importInto(tenancy, [theirs ?? {}])).toMatchObject({
      created: 1,
      usersCreated: 1,
    });
    expect(await exportOf(tenancy)).toMatchObject([
      {
        id: principal.authenticatorId,
        user: { sub: principal.sub, userId: "ada", email: "ada@example.com" },
      },
    ]);
    expect(await stateOf(other)).toBe(before);
  });
});
