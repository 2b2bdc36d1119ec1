import { expect, test } from "vitest";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findAlarms } from "./read-alarms";
import { updateAlarms } from "./update-alarms";

const run = provideService();

test("reading figures and finding active tenancies never scans a table of all tenancies", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const statements: Prisma.Sql[] = [];
  const db = interceptQueries(ctx.db, (statement, send) => {
    statements.push(statement);
    return send();
  });
  const watched = { ...ctx, db };
  // Other tests' checks may lie in the future.
  await run.current.db.limitCounter.deleteMany({ where: { key: { startsWith: "alarm-check" } } });
  await findAlarms(watched);
  run.current.clock.advance(lifetimes.alarmCheckWindowMs);
  await updateAlarms(watched);
  const client = await run.current.pool.connect();
  try {
    await client.query("BEGIN");
    // Rows that other tests left would change the statistics, and so the plans.
    for (const table of ["ActivityCount", "OutboxMail", "TimelineEvent", "Webhook"])
      await client.query(`DELETE FROM "${table}"`);
    await client.query(
      `INSERT INTO "Tenancy" ("id", "name", "environment", "rpId", "rpName", "clientId",
        "selfServiceRegistration", "createdAt", "updatedAt")
      SELECT 't' || n, 'T', 'production', 'example.com', 'T', 't' || n, false, now(), now()
      FROM generate_series(1, 200) n`,
    );
    await client.query(
      `INSERT INTO "ActivityCount"
      SELECT 't' || n, now() - h * interval '1 hour', 'failure.' || m, 9
      FROM generate_series(1, 200) n, generate_series(1, 100) h, generate_series(1, 3) m`,
    );
    await client.query(
      `INSERT INTO "OutboxMail" ("tenancyId", "id", "state", "dueAt", "expiresAt", "createdAt")
      SELECT 't' || n % 200 + 1, n::text, 'sent', now(), now(), now() FROM generate_series(1, 20000) n`,
    );
    await client.query(
      `INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "reason", "createdAt")
      SELECT 't' || n % 2 + 1, $1 || lpad(n::text, 16, '0'), 'sign-in.refused', 'Forbidden', now()
      FROM generate_series(1, 20000) n`,
      [smallestIdAt(run.current.clock.now()).slice(0, 10)],
    );
    await client.query(
      `INSERT INTO "Webhook" ("tenancyId", "id", "name", "url", "secret", "createdAt", "updatedAt")
      SELECT 't' || n % 200 + 1, n::text, 'W', 'https://example.com', 's', now(), now()
      FROM generate_series(1, 5000) n`,
    );
    await client.query(
      `ANALYZE "Tenancy", "ActivityCount", "OutboxMail", "TimelineEvent", "Webhook"`,
    );
    const scanned: string[] = [];
    const readsEvents: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      for (const row of rows) {
        const table = /Seq Scan on "(\w+)"/.exec(row["QUERY PLAN"])?.[1];
        if (table !== undefined) scanned.push(table);
        if (row["QUERY PLAN"].includes('on "TimelineEvent"')) readsEvents.push(row["QUERY PLAN"]);
      }
    }
    expect(statements.length).toBeGreaterThan(2);
    // The one list of all tenancies, of which each page is bounded, and a table of one row.
    const allowed = ["Tenancy", "Alarm", "MetadataBlob"];
    expect(scanned.filter((table) => !allowed.includes(table))).toEqual([]);
    // The first and the newest failures, of two hours, for each batch of tenancies.
    expect(readsEvents.length).toBeGreaterThanOrEqual(4);
    expect(readsEvents.length % 4).toBe(0);
    for (const line of readsEvents)
      expect(line).toMatch(/Index Scan (?:Backward )?using "TimelineEvent_reason_idx"/);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
