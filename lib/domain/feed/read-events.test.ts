import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { readEvents } from "./read-events";

const run = provideService();

test("a page with types reads a bounded number of events", async () => {
  const { ctx } = await createTestTenancy(run.current);
  await run.current.db.$executeRaw`
    INSERT INTO "FeedEvent" ("tenancyId", "number", "eventId", "type")
    SELECT ${ctx.tenancy.id}, n, 'none', 'user.updated'
    FROM generate_series(1, ${limits.feed.readRows + 1}) n`;
  const page = await readEvents(ctx, { after: 0, limit: 10, types: ["user.erased"] });
  expect(page).toMatchObject({ records: [], last: limits.feed.readRows });
  const next = await readEvents(ctx, { after: page.last, limit: 10, types: ["user.erased"] });
  expect(next).toMatchObject({ records: [], last: limits.feed.readRows + 1 });
  await run.current.db.feedEvent.deleteMany({ where: { eventId: "none" } });
});

test("a page finds each event by its key, also where reading the whole table looks cheaper", async () => {
  const { id, ctx } = await createTestTenancy(run.current);
  const events = 5_000;
  await run.current.db.$executeRaw`
    INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "targetKind", "targetId",
      "createdAt")
    SELECT ${id}, 'page ' || n, 'user.updated', 'browser', 'user', 'ada', now()
    FROM generate_series(1, ${events}) n`;
  await run.current.db.$executeRaw`
    INSERT INTO "FeedEvent" ("tenancyId", "number", "eventId", "type")
    SELECT ${id}, n, 'page ' || n, 'user.updated' FROM generate_series(1, ${events}) n`;
  await run.current.db.$executeRaw`ANALYZE "AuditEvent", "FeedEvent"`;
  const scans: string[] = [];
  const db = interceptQueries(run.current.db, async ({ text, values }, send) => {
    const { rows } = await run.current.pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN ${text}`,
      values,
    );
    scans.push(...rows.map((row) => row["QUERY PLAN"]).filter((line) => line.includes("Seq Scan")));
    return send();
  });
  const page = await readEvents({ ...ctx, db }, { after: 0, limit: 1_000 });
  expect(page.records).toHaveLength(1_000);
  expect(scans.filter((scan) => scan.includes("AuditEvent"))).toEqual([]);
  // Other tests verify all feeds.
  await run.current.db.feedEvent.deleteMany({ where: { tenancyId: id } });
  await run.current.db.auditEvent.deleteMany({ where: { tenancyId: id } });
});
