import { expect, test } from "vitest";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import { limits } from "@/lib/limits";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { recordAudit } from "./record-audit";
import { takeEvents } from "./seal-audit";
import { type AuditVerification, verifyAudit } from "./verify-audit";

const run = provideService();

async function sealAll(): Promise<number> {
  let sealed = 0;
  for (;;) {
    const seal = await sealAndCount(run.current);
    if (seal === null) return sealed;
    sealed += seal.events;
  }
}

const record = async (tenancy: TestTenancy, count = 1) => {
  const event = { action: "user.updated", target: { kind: "user", id: "unknown" } } as const;
  await recordAudit(tenancy.ctx, run.current.db, ...Array.from({ length: count }, () => event));
};

/** Creates a chain whose last two seals have three events of the tenancy each. */
async function chainOf(tenancy: TestTenancy): Promise<{ head: string; last: number }> {
  await sealAll();
  for (let seal = 0; seal < 2; seal++) {
    await record(tenancy, 3);
    await sealAll();
  }
  const { head, seals, broken } = await verifyAudit(run.current);
  expect(broken).toBeNull();
  return { head: head ?? "", last: seals };
}

/** Verifies the log after a statement with the database owner's rights, then rolls it back. */
async function verifyAfter(sql: string, values: unknown[], head?: string) {
  const rollback = new Error("rollback");
  const verified: AuditVerification[] = [];
  const changing = run.current.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    expect(await tx.$executeRawUnsafe(sql, ...values)).toBeGreaterThan(0);
    verified.push(await verifyAudit({ db: tx }, { head }));
    throw rollback;
  });
  await expect(changing).rejects.toBe(rollback);
  return verified[0] as AuditVerification;
}

test("the log rejects updates, deletes and truncation, and seals a row once", async () => {
  const tenancy = await createTestTenancy(run.current);
  await record(tenancy);
  await sealAll();
  const { db } = run.current;
  const refused = /append-only/;
  await expect(
    db.$executeRaw`UPDATE "AuditEvent" SET "actorId" = 'somebody-else' WHERE "tenancyId" = ${tenancy.id}`,
  ).rejects.toThrow(refused);
  await expect(
    db.$executeRaw`UPDATE "AuditEvent" SET "sealId" = NULL WHERE "tenancyId" = ${tenancy.id}`,
  ).rejects.toThrow(refused);
  await expect(
    db.$executeRaw`UPDATE "AuditEvent" SET "sealId" = "sealId" + 1 WHERE "tenancyId" = ${tenancy.id}`,
  ).rejects.toThrow(refused);
  await expect(
    db.$executeRaw`DELETE FROM "AuditEvent" WHERE "tenancyId" = ${tenancy.id}`,
  ).rejects.toThrow(refused);
  await expect(db.$executeRaw`TRUNCATE "AuditEvent"`).rejects.toThrow(refused);
  await expect(db.$executeRaw`UPDATE "AuditSeal" SET "events" = 0`).rejects.toThrow(refused);
  await expect(db.$executeRaw`DELETE FROM "AuditSeal"`).rejects.toThrow(refused);
  await expect(db.$executeRaw`TRUNCATE "AuditSeal"`).rejects.toThrow(refused);
  await record(tenancy);
  await expect(
    db.$executeRaw`UPDATE "AuditEvent" SET "sealId" = 1, "action" = 'user.deleted' WHERE "sealId" IS NULL`,
  ).rejects.toThrow(refused);
});

test("a batch never scans the log, even without planner statistics", async () => {
  const tenancy = await createTestTenancy(run.current);
  const client = await run.current.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "AuditEvent" (
        "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt")
      SELECT $1, n::text, 'user.updated', 'system', 'user', n::text, now()
      FROM generate_series(1, 20000) n`,
      [tenancy.id],
    );
    const { text, values } = takeEvents(1n);
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Tid Scan on "AuditEvent"/);
    expect(plan).not.toMatch(/Seq Scan/);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("two concurrent instances seal every committed event once", async () => {
  const tenancy = await createTestTenancy(run.current);
  await record(tenancy, 2 * limits.sealBatchRows + 1);
  await withOtherInstance(async (other) => {
    const rounds = Array.from({ length: 12 }, (_, index) =>
      sealAndCount(index % 2 === 0 ? run.current : other),
    );
    await Promise.all(rounds);
  });
  await sealAll();
  expect(await run.current.db.auditEvent.count({ where: { sealId: null } })).toBe(0);
  expect(await verifyAudit(run.current)).toMatchObject({ broken: null, unsealed: 0 });
});

test("an event that commits after younger ones were sealed goes into a later seal", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAll();
  const { db, clock } = run.current;
  let commit = () => {};
  const written = new Promise<void>((resolve) => {
    void db.$transaction(async (tx) => {
      await recordAudit(tenancy.ctx, tx, {
        action: "user.disabled",
        target: { kind: "user", id: "late" },
      });
      const gate = new Promise<void>((open) => (commit = open));
      resolve();
      await gate;
    });
  });
  await written;
  clock.advance(1_000);
  await record(tenancy);
  expect(await sealAll()).toBe(1);
  commit();
  const late = () =>
    db.auditEvent
      .findFirstOrThrow({ where: { tenancyId: tenancy.id, targetId: "late" } })
      .catch(() => null);
  await expect.poll(late).not.toBeNull();
  expect(await sealAll()).toBe(1);
  const before = await db.auditEvent.findFirstOrThrow({
    where: { tenancyId: tenancy.id, targetId: "unknown" },
  });
  const after = await late();
  expect(Number(after?.sealId)).toBe(Number(before.sealId) + 1);
  expect(await verifyAudit(run.current)).toMatchObject({ broken: null });
});

test("a reason is part of the seal, and seals of events without one stay as they were", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAll();
  const event = { action: "user.disabled", target: { kind: "user", id: "ada" } } as const;
  await recordAudit(tenancy.ctx, run.current.db, event);
  await recordAudit(tenancy.ctx, run.current.db, { ...event, reason: "asked for it" });
  await sealAll();
  expect((await verifyAudit(run.current)).broken).toBeNull();
  const forged = await verifyAfter(
    `UPDATE "AuditEvent" SET "reason" = 'another' WHERE "tenancyId" = $1 AND "reason" IS NOT NULL`,
    [tenancy.id],
  );
  expect(forged.broken).toMatchObject({ problem: expect.stringContaining("hash") });
  const removed = await verifyAfter(
    `UPDATE "AuditEvent" SET "reason" = NULL WHERE "tenancyId" = $1 AND "reason" IS NOT NULL`,
    [tenancy.id],
  );
  expect(removed.broken).toMatchObject({ problem: expect.stringContaining("hash") });
});

const tamperings: [what: string, sql: (last: number) => string, where: number, problem: RegExp][] =
  [
    [
      "a changed event",
      (last) =>
        `UPDATE "AuditEvent" SET "actorId" = 'nobody' WHERE "sealId" = ${last - 1} AND "tenancyId" = $1`,
      -1,
      /hash/,
    ],
    [
      "a removed event",
      (last) =>
        `DELETE FROM "AuditEvent" WHERE ("tenancyId", "id") IN (
          SELECT "tenancyId", "id" FROM "AuditEvent"
          WHERE "sealId" = ${last - 1} AND "tenancyId" = $1 LIMIT 1)`,
      -1,
      /covers 3 events, and 2 are there/,
    ],
    [
      "an event taken out of its seal",
      (last) =>
        `UPDATE "AuditEvent" SET "sealId" = NULL WHERE "sealId" = ${last - 1} AND "tenancyId" = $1`,
      -1,
      /and 0 are there/,
    ],
    [
      "events moved between seals",
      (last) =>
        `UPDATE "AuditEvent" SET "sealId" = ${2 * last - 1} - "sealId"
        WHERE "sealId" >= ${last - 1} AND "tenancyId" = $1`,
      -1,
      /hash/,
    ],
    [
      "an event added to a seal",
      (last) =>
        `INSERT INTO "AuditEvent" (
          "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt", "sealId")
        VALUES ($1, 'x', 'user.deleted', 'system', 'user', 'y', now(), ${last})`,
      0,
      /and 4 are there/,
    ],
    [
      "an event of a seal that does not exist",
      (last) =>
        `INSERT INTO "AuditEvent" (
          "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt", "sealId")
        VALUES ($1, 'x', 'user.deleted', 'system', 'user', 'y', now(), ${last + 7})`,
      7,
      /does not exist/,
    ],
    [
      "a removed seal",
      (last) => `DELETE FROM "AuditSeal" WHERE "id" = ${last - 1} AND $1 <> ''`,
      -1,
      /is missing/,
    ],
    [
      "a seal of other events",
      (last) => `UPDATE "AuditSeal" SET "hash" = sha256($1::bytea) WHERE "id" = ${last}`,
      0,
      /hash/,
    ],
    [
      "a seal of another time",
      (last) =>
        `UPDATE "AuditSeal" SET "sealedAt" = "sealedAt" + interval '1 ms' WHERE "id" = ${last} AND $1 <> ''`,
      0,
      /hash/,
    ],
    [
      "a seal that follows another",
      (last) => `UPDATE "AuditSeal" SET "previousHash" = sha256($1::bytea) WHERE "id" = ${last}`,
      0,
      /does not follow/,
    ],
  ];

test.each(tamperings)("verification finds %s and its seal", async (_what, sql, where, problem) => {
  const tenancy = await createTestTenancy(run.current);
  const { last } = await chainOf(tenancy);
  const { broken, seals } = await verifyAfter(sql(last), [tenancy.id]);
  expect(broken).toEqual({ seal: last + where, problem: expect.stringMatching(problem) });
  expect(seals).toBe(Math.min(last, last + where - 1));
});

test("only a stored head reveals a truncated log", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { head, last } = await chainOf(tenancy);
  const cut = `
    WITH events AS (DELETE FROM "AuditEvent" WHERE "sealId" = ${last})
    DELETE FROM "AuditSeal" WHERE "id" = ${last}`;
  expect(await verifyAfter(cut, [], undefined)).toMatchObject({ broken: null, seals: last - 1 });
  expect(await verifyAfter(cut, [], head)).toMatchObject({
    broken: { seal: last, problem: expect.stringContaining("no seal has the hash") },
  });
  await record(tenancy);
  await sealAll();
  expect(await verifyAudit(run.current, { head: head.toUpperCase() })).toMatchObject({
    broken: null,
    seals: last + 1,
  });
});
