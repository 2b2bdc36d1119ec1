import { expect, test } from "vitest";
import { exactUpTo } from "@/components/console/total-words";
import { idAt, smallestIdAt } from "@/lib/domain/base/event-time";
import { countReasons } from "@/lib/domain/history/timeline-search/count-reasons";
import { countTimeline } from "@/lib/domain/history/timeline-search/find-timeline";
import type { Counts } from "@/lib/domain/record/counter/read-activity";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { countedReasons, readFailedReasons } from "./failed-reasons";

const run = provideService();

test("the most frequently counted reasons come first", () => {
  const reasons = countedReasons({
    "failure.InvalidCode": 1,
    "failure.Forbidden": 18,
    "failure.InvalidChallengeCode": 33,
    "sign-in.succeeded": 440,
  });
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ["InvalidChallengeCode", 33],
    ["Forbidden", 18],
    ["InvalidCode", 1],
  ]);
});

/** Adds a failed request. */
async function fail({ ctx }: TestTenancy, reason: string, count = 1, agoMs = 0): Promise<void> {
  const at = ctx.clock.now() - agoMs;
  const id = idAt(ctx.createId(), at);
  const kind = "request.refused";
  await ctx.db.timelineEvent.create({
    data: { tenancyId: ctx.tenancy.id, id, kind, reason, count, createdAt: new Date(at) },
  });
}

const inMinute = ({ ctx }: TestTenancy) => ctx.clock.now() - 60_000;

/** Each shown number, which its list must have, too. */
async function shownIn(
  { ctx }: TestTenancy,
  { fromMs, totals }: { fromMs: number; totals: Counts },
) {
  const search = { kind: "refused", fromMs } as const;
  const { reasons, all, isDeleted } = await readFailedReasons(
    ctx,
    { search, isEverything: true },
    { totals },
  );
  for (const { reason, count, isExact } of reasons) {
    const list = await countTimeline(ctx, { ...search, reason });
    expect({ count: Math.min(count, exactUpTo + 1), isExact }, reason).toEqual(list);
  }
  return {
    reasons: reasons.map(({ reason, count }) => [reason, count]),
    all: all?.count,
    isDeleted,
  };
}

test("each reason has as many events as the list that it opens, whatever was counted", async () => {
  const tenancy = await createTestTenancy(run.current);
  for (const reason of ["Forbidden", "Forbidden", "RateLimited", "BadRequest", "Internal", "New"])
    await fail(tenancy, reason);
  await fail(tenancy, "Forbidden", 1, 60_001);
  const totals = { "failure.PasskeyNotFound": 9, "failure.Forbidden": 4 };
  expect(await shownIn(tenancy, { fromMs: inMinute(tenancy), totals })).toEqual({
    reasons: [
      ["Forbidden", 2],
      ["BadRequest", 1],
      ["Internal", 1],
      ["New", 1],
      ["RateLimited", 1],
    ],
    all: undefined,
    isDeleted: false,
  });
  await fail(tenancy, "Unnamed");
  expect(await shownIn(tenancy, { fromMs: inMinute(tenancy), totals })).toMatchObject({ all: 7 });
});

test("counted failures whose events are deleted are no reasons", async () => {
  const tenancy = await createTestTenancy(run.current);
  const fromMs = inMinute(tenancy);
  const none = { reasons: [], all: undefined };
  const counted = { fromMs, totals: { "failure.Forbidden": 4 } };
  expect(await shownIn(tenancy, counted)).toEqual({ ...none, isDeleted: true });
  const quiet = { fromMs, totals: { "sign-in.succeeded": 440 } };
  expect(await shownIn(tenancy, quiet)).toEqual({ ...none, isDeleted: false });
});

test("more failures than a list counts say so, as the list does", async () => {
  const tenancy = await createTestTenancy(run.current);
  await fail(tenancy, "RateLimited", exactUpTo * 2);
  await fail(tenancy, "BadRequest");
  expect(await shownIn(tenancy, { fromMs: inMinute(tenancy), totals: {} })).toMatchObject({
    reasons: [
      ["RateLimited", exactUpTo * 2],
      ["BadRequest", 1],
    ],
  });
});

/** Adds failed requests of the present, numbered from `first` to `last`. */
async function flood({ ctx }: TestTenancy, first: number, last: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.$executeRaw`
    INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "reason", "createdAt")
    SELECT ${ctx.tenancy.id}, ${smallestIdAt(now).slice(0, 10)} || lpad(n::text, 16, '0'),
      'request.refused', 'RateLimited', ${new Date(now)}
    FROM generate_series(${first}::int, ${last}::int) n`;
}

/** Returns how many events are read at once. */
async function findMostRead(): Promise<number> {
  const tenancy = await createTestTenancy(run.current);
  const block = 1_000;
  let read = await countReasons(tenancy.ctx, { kind: "refused" });
  for (let first = 1; read.isComplete; first += block) {
    await flood(tenancy, first, first + block - 1);
    read = await countReasons(tenancy.ctx, { kind: "refused" });
  }
  return read.counts.reduce((sum, { count }) => sum + count, 0);
}

test("more events than are read at once keep the numbers of their lists, also of an older reason", async () => {
  const tenancy = await createTestTenancy(run.current);
  await fail(tenancy, "Forbidden", 1, 30_000);
  const mostRead = await findMostRead();
  await flood(tenancy, 1, mostRead);
  const totals = { "failure.Forbidden": 1 };
  expect(await shownIn(tenancy, { fromMs: inMinute(tenancy), totals })).toMatchObject({
    reasons: [
      ["RateLimited", mostRead],
      ["Forbidden", 1],
    ],
    all: undefined,
  });
});
