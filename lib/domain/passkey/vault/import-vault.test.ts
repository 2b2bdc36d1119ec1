import { describe, expect, test } from "vitest";
import { VaultImport } from "@/lib/contract/vault-import";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { stateOf } from "@/testing/state-of";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";

const run = provideService();

const device = () => createSoftwareAuthenticator({ origin: testOrigin });

const actionsOf = async ({ id: tenancyId }: TestTenancy, actions: string[]) =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId, action: { in: actions } },
      orderBy: { action: "asc" },
    })
  ).map(({ action }) => action);

describe("a line", () => {
  test("with only required fields creates a user and a passkey, audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { credentialId, publicKey, userHandle } = sampleLine();
    const report = await importInto(tenancy, [
      { credentialId, publicKey, userHandle, user: { userId: "ada" } },
    ]);
    expect(report).toEqual({
      _tag: "VaultImport",
      dryRun: false,
      lines: 1,
      created: 1,
      existing: 0,
      conflicting: 0,
      malformed: 0,
      usersCreated: 1,
      existingLines: [],
      problems: [],
      warnings: [],
    });
    const now = run.current.clock.now();
    expect(await exportOf(tenancy)).toMatchObject([
      {
        credentialId,
        publicKey,
        userHandle,
        algorithm: -7,
        rpId: "example.com",
        username: "ada",
        displayName: "ada",
        signCount: 0,
        transports: [],
        backedUp: false,
        enabled: true,
        createdAt: now,
        user: { userId: "ada", email: "", enabled: true },
      },
    ]);
    expect(await actionsOf(tenancy, ["user.created", "passkey.imported"])).toEqual([
      "passkey.imported",
      "user.created",
    ]);
  });

  test("joins its user by userId alone, else by sub, else by owned email, without changing the user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), {
      userId: "ada",
      username: "ada@example.com",
      givenName: "Ada",
    });
    const other = await register(tenancy, device(), { username: "bob@example.com" });
    const before = JSON.stringify(
      await run.current.db.user.findMany({
        where: { tenancyId: tenancy.id },
        orderBy: { sub: "asc" },
      }),
    );
    const named = { givenName: "Eve", emailVerified: true, enabled: false };
    const lines = [
      sampleLine({ user: { userId: "ada", email: "bob@example.com", ...named } }),
      sampleLine({ user: { userId: "ada", sub: other.principal.sub } }),
      sampleLine({ user: { userId: other.principal.sub, ...named } }),
      sampleLine({ user: { sub: principal.sub, ...named } }),
      sampleLine({ user: { email: " ADA@example.com " } }),
    ];
    expect(await importInto(tenancy, lines)).toMatchObject({ created: 5, usersCreated: 0 });
    const owners = new Map(
      (await exportOf(tenancy)).map((line) => [line.credentialId, line.user.sub]),
    );
    expect(lines.map(({ credentialId }) => owners.get(credentialId))).toEqual([
      principal.sub,
      principal.sub,
      other.principal.sub,
      principal.sub,
      principal.sub,
    ]);
    expect(
      JSON.stringify(
        await run.current.db.user.findMany({
          where: { tenancyId: tenancy.id },
          orderBy: { sub: "asc" },
        }),
      ),
    ).toBe(before);
  });

  test("keeps free subs and passkey ids, and creates missing ones", async () => {
    const tenancy = await createTestTenancy(run.current);
    const id = run.current.createId();
    const sub = run.current.createId();
    await importInto(tenancy, [
      sampleLine({ id, user: { sub, userId: "ada" } }),
      sampleLine({ user: { userId: "bob" } }),
    ]);
    const lines = await exportOf(tenancy);
    expect(lines.map(({ id: own }) => own)).toContain(id);
    expect(lines.find(({ user }) => user.userId === "ada")?.user.sub).toBe(sub);
    expect(lines.find(({ user }) => user.userId === "bob")?.user.sub).toMatch(/^[0-9a-z]{26}$/);
  });

  test("accepts null, unknown fields and any line ending", async () => {
    const tenancy = await createTestTenancy(run.current);
    const nothing = Object.fromEntries(
      [
        "id",
        "algorithm",
        "signCount",
        "transports",
        "backupEligible",
        "backedUp",
        "aaguid",
        "rpId",
        "username",
        "displayName",
        "createdAt",
        "lastUsedAt",
      ].map((name) => [name, null]),
    );
    const line = JSON.stringify({
      ...sampleLine(),
      ...nothing,
      colour: { deep: [[[1]]] },
      _tag: "VaultPasskey",
    });
    const report = await importInto(
      tenancy,
      `\r\n${line}\r\n\n \r\n${JSON.stringify(sampleLine())}`,
    );
    expect(report).toMatchObject({
      lines: 2,
      created: 2,
      malformed: 0,
      warnings: [],
    });
  });

  test("an email is owned unless the line marks it as claimed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const line = (userId: string, fields: object) =>
      sampleLine({ user: { userId, email: `${userId}@example.com`, ...fields } });
    await importInto(tenancy, [
      line("a", {}),
      line("b", { emailVerified: true }),
      line("c", { emailHeld: false }),
      line("d", { emailHeld: false, emailVerified: true }),
    ]);
    const users = Object.fromEntries(
      (await exportOf(tenancy)).map(({ user }) => [
        user.userId,
        [user.emailVerified, user.emailHeld],
      ]),
    );
    expect(users).toEqual({
      a: [false, true],
      b: [true, true],
      c: [false, false],
      d: [true, true],
    });
  });

  test("an owned email is removed from claimants, audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const stranger = await registerSelf(tenancy, device(), { email: "ada@example.com" });
    await importInto(tenancy, [sampleLine({ user: { userId: "ada", email: "ada@example.com" } })]);
    expect(
      await run.current.db.user.findFirst({
        where: { tenancyId: tenancy.id, sub: stranger.principal.sub },
      }),
    ).toMatchObject({ email: "", emailNormalized: null });
    expect(await actionsOf(tenancy, ["user.email-held", "user.email-claim-lost"])).toEqual([
      "user.email-claim-lost",
      "user.email-held",
    ]);
  });
});

test("imports a user id that is truncated within a character for the username", async () => {
  const tenancy = await createTestTenancy(run.current);
  const userId = `${"a".repeat(253)}😀`;
  const { username: _, ...line } = sampleLine({ user: { userId } });
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 1 });
  expect(await exportOf(tenancy)).toMatchObject([
    { username: `${"a".repeat(253)}\ufffd`, user: { userId } },
  ]);
});

test("analyzes tables while they grow", async () => {
  const tenancy = await createTestTenancy(run.current);
  await run.current.pool.query(
    `UPDATE pg_class SET reltuples = -1
      WHERE oid IN ('"User"'::regclass, '"Passkey"'::regclass, '"UserHandle"'::regclass)`,
  );
  await importInto(
    tenancy,
    Array.from({ length: 500 }, () => sampleLine()),
  );
  const { rows } = await run.current.pool.query<{ known: number }>(
    `SELECT reltuples AS known FROM pg_class
      WHERE oid IN ('"User"'::regclass, '"Passkey"'::regclass, '"UserHandle"'::regclass)`,
  );
  expect(rows.map(({ known }) => known >= 500)).toEqual([true, true, true]);
});

describe("the same file again", () => {
  test("changes nothing, even if its passkeys changed meanwhile", async () => {
    const tenancy = await createTestTenancy(run.current);
    const lines = Array.from({ length: limits.importBatchLines + 20 }, () => sampleLine());
    expect(await importInto(tenancy, lines)).toMatchObject({
      created: lines.length,
      usersCreated: lines.length,
    });
    await tenancy.backend("PATCH", `passkeys/${(await exportOf(tenancy))[0]?.id}`, {
      username: "renamed",
      enabled: false,
    });
    const before = await stateOf(tenancy);
    run.current.clock.advance(60_000);
    expect(await importInto(tenancy, lines)).toMatchObject({
      created: 0,
      usersCreated: 0,
      existing: lines.length,
      problems: [],
    });
    expect((await stateOf(tenancy)).split("vault.exported")[0]).toBe(
      before.split("vault.exported")[0],
    );
  });

  test("is the same with its keys in another form", async () => {
    const tenancy = await createTestTenancy(run.current);
    const line = sampleLine();
    await importInto(tenancy, [line]);
    const padded = Buffer.from(line.publicKey, "base64url")
      .toString("base64")
      .replace(/(.{40})/g, "$1\n");
    expect(
      await importInto(tenancy, [
        {
          ...line,
          publicKey: padded,
          credentialId: Buffer.from(line.credentialId, "base64url").toString("base64"),
        },
      ]),
    ).toMatchObject({ existing: 1 });
  });
});

describe("a dry run", () => {
  test("reports what the import would do over several batches, and changes nothing", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 2 });
    await register(tenancy, device(), { userId: "user-7", username: "u7@example.com" });
    const lines = Array.from({ length: limits.importBatchLines * 2 + 50 }, (_, index) => {
      const user = {
        userId: `user-${index % 90}`,
        ...(index % 4 === 0 ? { email: `u${index % 100}@example.com` } : {}),
      };
      return index % 17 === 5 ? { broken: true } : sampleLine({ user });
    });
    lines.push(...lines.slice(0, 40));
    const before = await stateOf(tenancy);
    const report = await importInto(tenancy, lines, { dryRun: true });
    expect(await stateOf(tenancy)).toBe(before);
    const done = await importInto(tenancy, lines);
    expect(done).toEqual({ ...report, dryRun: false });
    for (const count of [
      done.created,
      done.existing,
      done.conflicting,
      done.malformed,
      done.usersCreated,
    ])
      expect(count).toBeGreaterThan(10);
  });
});

describe("the report", () => {
  test("lists the first thousand problems and counts all", async () => {
    const tenancy = await createTestTenancy(run.current);
    const report = await importInto(tenancy, "{}\n".repeat(limits.importProblems + 300));
    expect([report.malformed, report.problems.length, report.problems.at(-1)?.line]).toEqual([
      limits.importProblems + 300,
      limits.importProblems,
      limits.importProblems,
    ]);
    VaultImport.parse(report);
  });

  test("of an empty file is empty", async () =>
    expect(await importInto(await createTestTenancy(run.current), "\n\n")).toMatchObject({
      lines: 0,
      created: 0,
    }));
});
