import { expect, test } from "vitest";
import { exactUpTo } from "@/components/console/total-words";
import { idAt } from "@/lib/domain/audit/event-time";
import { countTimeline } from "@/lib/domain/timeline-search/find-timeline";
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
async function shownIn({ ctx }: TestTenancy, period: Parameters<typeof readFailedReasons>[1]) {
  const { reasons, all, isDeleted } = await readFailedReasons(ctx, period);
  for (const { reason, count, isExact } of reasons) {
    const list = await countTimeline(ctx, { kind: "refused", fromMs: period.fromMs, reason });
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

/** `limits.searchedRows`. */
const readAtOnce = 5_000;

test("more events than are read at once keep the numbers of their lists, also of an older reason", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = tenancy;
  await fail(tenancy, "Forbidden", 1, 30_000);
  const idStart = ctx.createId().slice(0, 10);
  await ctx.db.$executeRaw`
    INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "reason", "createdAt")
    SELECT ${ctx.tenancy.id}, ${idStart} || lpad(n::text, 16, '0'), 'request.refused', 'RateLimited',
      ${new Date(ctx.clock.now())}
    FROM generate_series(1, ${readAtOnce}::int) n`;
  const totals = { "failure.Forbidden": 1 };
  expect(await shownIn(tenancy, { fromMs: inMinute(tenancy), totals })).toMatchObject({
    reasons: [
      ["RateLimited", readAtOnce],
      ["Forbidden", 1],
    ],
    all: undefined,
  });
});
