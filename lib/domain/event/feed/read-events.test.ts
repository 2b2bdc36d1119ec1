import { expect, test } from "vitest";
import { joinTransaction } from "@/lib/domain/base/join-transaction";
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
  const scans: string[] = [];
  const rollback = new Error("rollback");
  const reading = run.current.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "targetKind", "targetId",
        "createdAt")
      SELECT ${id}, 'page ' || n, 'user.updated', 'browser', 'user', 'ada', now()
      FROM generate_series(1, ${events}) n`;
    await tx.$executeRaw`
      INSERT INTO "FeedEvent" ("tenancyId", "number", "eventId", "type")
      SELECT ${id}, n, 'page ' || n, 'user.updated' FROM generate_series(1, ${events}) n`;
    await tx.$executeRaw`ANALYZE "AuditEvent", "FeedEvent"`;
    const db = interceptQueries(joinTransaction(tx), async ({ text, values }, send) => {
      const plan = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
        `EXPLAIN ${text}`,
        ...values,
      );
      scans.push(...plan.map((row) => row["QUERY PLAN"]).filter((line) => /Seq Scan/.test(line)));
      return send();
    });
    const page = await readEvents({ ...ctx, db }, { after: 0, limit: 1_000 });
    expect(page.records).toHaveLength(1_000);
    throw rollback;
  });
  await expect(reading).rejects.toBe(rollback);
  expect(scans.filter((scan) => scan.includes("AuditEvent"))).toEqual([]);
});
