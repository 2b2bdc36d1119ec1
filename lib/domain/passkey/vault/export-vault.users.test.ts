import { describe, expect, test } from "vitest";
import { filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { listUsers } from "@/lib/domain/user/search/list-users";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { sampleLine } from "@/testing/import-lines";
import { withOtherInstallation } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto, parseLines } from "@/testing/vault-files";
import { otherDatabaseUrl } from "@/testing/worker-database";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

async function exportWithUsers(tenancy: TestTenancy) {
  const { key } = await tenancy.createKey({ scopes: ["vault:export", "users:export"] });
  const { status, text } = await tenancy.backend("GET", "passkeys/export?users=true", undefined, {
    authorization: `Bearer ${key}`,
  });
  expect(status).toBe(200);
  return parseLines(text);
}

const rowsOf = ({ db }: TestService, { id }: TestTenancy) =>
  db.user.findMany({
    where: { tenancyId: id },
    omit: { tenancyId: true, updatedAt: true, disabledAt: true, selfService: true },
    orderBy: { sub: "asc" },
  });

/** A tenancy with users of every kind, of whom one has a passkey. */
async function populated(): Promise<TestTenancy> {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, device(), { userId: "ada", givenName: "Ada", familyName: "Lovelace" });
  const others = [
    await register(tenancy, device(), { userId: "bob", username: "bob@example.com" }),
    await registerSelf(tenancy, device(), { email: "claimed@example.com", givenName: "Eve" }),
    await registerSelf(tenancy, device(), { username: "no address" }),
  ];
  run.current.clock.advance(86_400_000);
  const ids = others.map(({ principal }) => principal.authenticatorId);
  await tenancy.backend("POST", "passkeys/delete", { passkeyIds: ids });
  await setUserDisabled(tenancy.ctx, others[2]?.principal.sub ?? "", true, "left the company");
  return tenancy;
}

test("a tenancy moves with the users who have no passkey", async () => {
  const tenancy = await populated();
  const lines = await exportWithUsers(tenancy);
  expect(lines.filter(({ _tag }) => _tag === "VaultUser")).toHaveLength(4);
  expect(lines.at(-1)).toEqual({ _tag: "VaultExportEnd", passkeys: 1, users: 4 });
  const rows = await rowsOf(run.current, tenancy);
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    const planned = await importInto(target, lines, { dryRun: true });
    expect(await service.db.user.count({ where: { tenancyId: target.id } })).toBe(0);
    const report = await importInto(target, lines);
    expect(report).toMatchObject({ lines: 5, created: 5, usersCreated: 4, problems: [] });
    expect(planned).toEqual({ ...report, dryRun: true });
    expect(await rowsOf(service, target)).toEqual(rows);
    expect(await exportWithUsers(target)).toEqual(lines);
    expect(await importInto(target, lines)).toMatchObject({
      created: 0,
      existing: 5,
      usersCreated: 0,
      existingLines: [1, 2, 3, 4, 5],
    });
    expect(await rowsOf(service, target)).toEqual(rows);
  });
});

test("an owned email stays owned, and a claimed one stays a claim", async () => {
  const lines = await exportWithUsers(await populated());
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    await importInto(target, lines);
    const owner = await register(target, device(), { username: "bob@example.com" });
    const other = await register(target, device(), { username: "claimed@example.com" });
    expect(owner.principal.userId).toBe("bob");
    expect(lines.map((line) => line._tag === "VaultUser" && line.sub)).not.toContain(
      other.principal.sub,
    );
  });
});

test("the default has no line that an earlier release can't read", async () => {
  const tenancy = await populated();
  expect(await exportOf(tenancy)).toHaveLength(1);
});

test("needs the scope users:export, too, which * does not include", async () => {
  const tenancy = await populated();
  for (const scopes of [["vault:export"], ["*", "vault:export"], ["users:export"]] as const) {
    const { key } = await tenancy.createKey({ scopes: [...scopes] });
    const reply = await tenancy.backend("GET", "passkeys/export?users=true", undefined, {
      authorization: `Bearer ${key}`,
    });
    expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
  }
});

test("exports every user once, across pages, and none of other tenancies", async () => {
  const tenancy = await populated();
  const count = 2 * limits.exportPageRows;
  await run.current.pool.query(
    `INSERT INTO "User" ("tenancyId", "sub", "selfService", "createdAt", "updatedAt")
     SELECT $1, '0' || lpad(number::text, 25, '0'), false, now(), now()
     FROM generate_series(1, $2) AS number`,
    [tenancy.id, count],
  );
  await populated();
  const subs = (await exportWithUsers(tenancy)).flatMap((line) =>
    line._tag === "VaultUser" ? line.sub : [],
  );
  expect(subs).toHaveLength(count + 4);
  expect(new Set(subs).size).toBe(subs.length);
  expect(subs).toEqual(subs.toSorted().reverse());
});

describe("a line with a user", () => {
  const line = (fields: object) => ({ _tag: "VaultUser", ...fields });

  test("creates the user whom later lines with a passkey name", async () => {
    const tenancy = await createTestTenancy(run.current);
    const lines = [
      line({
        userId: "ada",
        email: "ada@example.com",
        emailVerified: true,
        createdAt: 1_600_000_000_000,
      }),
      sampleLine({ user: { userId: "ada" } }),
    ];
    expect(await importInto(tenancy, lines)).toMatchObject({ created: 2, usersCreated: 1 });
    expect(
      await run.current.db.user.findMany({
        where: { tenancyId: tenancy.id },
        include: { passkeys: true },
      }),
    ).toMatchObject([
      {
        userId: "ada",
        emailVerified: true,
        createdAt: new Date(1_600_000_000_000),
        passkeys: [{}],
      },
    ]);
  });

  test("is listed where its time of creation belongs, and so is its passkey", async () => {
    const tenancy = await createTestTenancy(run.current);
    const years = [2024, 2026, 2020, 2025];
    const createdAt = (year: number) => Date.UTC(year, 0);
    await importInto(tenancy, [
      ...years.map((year) => line({ userId: `of-${year}`, createdAt: createdAt(year) })),
      ...years.map((year) =>
        sampleLine({
          credentialId: Buffer.from(`a credential of ${year}`).toString("base64url"),
          userHandle: Buffer.from(`of ${year}`).toString("base64url"),
          user: { userId: `of-${year}` },
          createdAt: createdAt(year),
        }),
      ),
    ]);
    const newestFirst = ["of-2026", "of-2025", "of-2024", "of-2020"];
    const { entries: users } = await listUsers(tenancy.ctx, { order: "newest", rows: 10 });
    expect(users.map(({ userId }) => userId)).toEqual(newestFirst);
    const { entries: passkeys } = await filterPasskeys(tenancy.ctx, { filter: {}, rows: 10 });
    expect(passkeys.map(({ passkey }) => passkey.userId)).toEqual(newestFirst);
  });

  test.each([
    ["nobody", {}, "user"],
    [
      "a claim, which nothing else identifies",
      { email: "a@example.com", emailHeld: false },
      "user",
    ],
    ["no email address", { userId: "ada", email: "ada" }, "email"],
    ["times in another type", { userId: "ada", createdAt: "2026" }, "field"],
  ])("is malformed with %s", async (_name, fields, reason) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await importInto(tenancy, [line(fields)])).toMatchObject({
      malformed: 1,
      problems: [{ line: 1, reason }],
    });
  });

  test.each([
    ["email-held", { userId: "bob", email: "ada@example.com" }],
    ["sub-taken", { userId: "bob", sub: "01jd3s0m6kz8f4w2v9b7c5x1ta" }],
  ])("conflicts: %s", async (reason, fields) => {
    const tenancy = await createTestTenancy(run.current);
    const ada = line({
      sub: "01jd3s0m6kz8f4w2v9b7c5x1ta",
      userId: "ada",
      email: "ada@example.com",
    });
    for (const dryRun of [true, false])
      expect(await importInto(tenancy, [ada, line(fields)], { dryRun })).toMatchObject({
        created: 1,
        conflicting: 1,
        problems: [{ line: 2, reason }],
      });
  });
});
