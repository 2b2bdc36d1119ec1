import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
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
