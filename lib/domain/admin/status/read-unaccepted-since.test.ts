import { beforeEach, expect, test } from "vitest";
import type { Prisma } from "@/prisma/generated/client";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { readUnacceptedSince } from "./read-unaccepted-since";

const run = provideService();
beforeEach(async () => {
  // It reads the emails of all tenancies, those of other tests included.
  await run.current.db.outboxEmail.deleteMany();
});

/** Adds an email that expires after ten minutes, and returns when it was requested. */
async function addEmail(tenancyId: string, data: { lastError?: string; isSent?: boolean }) {
  const { db, clock, createId } = run.current;
  clock.advance(1_000);
  const now = new Date(clock.now());
  const expiresAt = new Date(now.getTime() + 600_000);
  await db.outboxEmail.create({
    data: {
      tenancyId,
      id: createId(),
      dueAt: now,
      createdAt: now,
      expiresAt,
      ...(data.isSent === true
        ? { state: "sent", sentAt: now }
        : { sealed: "x", lastError: data.lastError ?? null }),
    },
  });
  return now.getTime();
}

test("returns since when no email was accepted, until one of any tenancy is", async () => {
  const { id } = await createTestTenancy(run.current);
  const { id: otherId } = await createTestTenancy(run.current);
  await addEmail(id, { isSent: true });
  await addEmail(id, {});
  expect(await readUnacceptedSince(run.current)).toBeNull();
  const since = await addEmail(id, { lastError: "451" });
  await addEmail(otherId, { lastError: "451" });
  expect(await readUnacceptedSince(run.current)).toBe(since);
  await addEmail(otherId, { isSent: true });
  expect(await readUnacceptedSince(run.current)).toBeNull();
});

test("reads indexes only", async () => {
  const statements: Prisma.Sql[] = [];
  await readUnacceptedSince({
    db: interceptQueries(run.current.db, (statement, send) => {
      statements.push(statement);
      return send();
    }),
  });
  const { id } = await createTestTenancy(run.current);
  const client = await run.current.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "OutboxMail" ("tenancyId", "id", "state", "dueAt", "expiresAt", "createdAt")
      SELECT $1, n::text, 'sent', now(), now() - n * interval '1 second', now()
      FROM generate_series(1, 20000) n`,
      [id],
    );
    await client.query(`ANALYZE "OutboxMail"`);
    expect(statements).toHaveLength(1);
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
    }
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
