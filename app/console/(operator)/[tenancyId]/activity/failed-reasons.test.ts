import { expect, test } from "vitest";
import { exactUpTo } from "@/components/console/total-words";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { countedReasons, readFailedReasons } from "./failed-reasons";

const run = provideService();

test("the most frequent reasons come first", () => {
  const reasons = countedReasons({
    "failure.InvalidCode": 1,
    "failure.Forbidden": 18,
    "failure.InvalidChallengeCode": 33,
    "sign-in.succeeded": 440,
  });
  expect(reasons.map(({ words, count }) => [words, count])).toEqual([
    ["Wrong emailed code", 33],
    ["Origin, client id or scope not allowed", 18],
    ["Code already exchanged or expired", 1],
  ]);
});

/** Adds a failed request. */
async function fail(
  { ctx }: Awaited<ReturnType<typeof createTestTenancy>>,
  reason: string,
  count = 1,
): Promise<void> {
  const at = new Date(ctx.clock.now());
  const id = ctx.createId();
  const kind = "request.refused";
  await ctx.db.timelineEvent.create({
    data: { tenancyId: ctx.tenancy.id, id, kind, reason, count, createdAt: at },
  });
}

test("a reason has as many events as the list that it opens, and one without events is left out", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = tenancy;
  for (const reason of ["Forbidden", "Forbidden", "RateLimited", "BadRequest", "Internal"])
    await fail(tenancy, reason);
  const totals = {
    "failure.PasskeyNotFound": 9,
    "failure.Forbidden": 4,
    "failure.RateLimited": 3,
    "failure.BadRequest": 1,
    "failure.Internal": 1,
  };
  const fromMs = ctx.clock.now() - 60_000;
  const { reasons, all, isDeleted } = await readFailedReasons(ctx, { fromMs, totals });
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ["Forbidden", 2],
    ["RateLimited", 1],
  ]);
  expect({ all, isDeleted }).toEqual({ all: 5, isDeleted: false });
});

test("counted failures whose events are deleted are no reasons", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const fromMs = ctx.clock.now() - 60_000;
  const none = { reasons: [], all: 0 };
  const counted = { fromMs, totals: { "failure.Forbidden": 4 } };
  expect(await readFailedReasons(ctx, counted)).toEqual({ ...none, isDeleted: true });
  const quiet = { fromMs, totals: { "sign-in.succeeded": 440 } };
  expect(await readFailedReasons(ctx, quiet)).toEqual({ ...none, isDeleted: false });
});

test("more failures than a list counts have the numbers of the counters", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = tenancy;
  await fail(tenancy, "RateLimited", exactUpTo * 2);
  await fail(tenancy, "Forbidden", exactUpTo * 4);
  await fail(tenancy, "BadRequest");
  await fail(tenancy, "Internal");
  const totals = {
    "failure.RateLimited": exactUpTo * 2,
    "failure.Forbidden": exactUpTo * 4,
    "failure.BadRequest": 1,
    "failure.Internal": 1,
  };
  const fromMs = ctx.clock.now() - 60_000;
  const { reasons, all } = await readFailedReasons(ctx, { fromMs, totals });
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ["Forbidden", exactUpTo * 4],
    ["RateLimited", exactUpTo * 2],
    ["BadRequest", 1],
  ]);
  expect(all).toBe(exactUpTo * 6 + 2);
});
