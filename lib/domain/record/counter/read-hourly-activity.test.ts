import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addActivity, hourOf } from "./add-activity";
import { type Period, periods } from "./read-activity";
import { readHourlyActivity } from "./read-hourly-activity";

const run = provideService();

test.each(Object.keys(periods) as Period[])(
  "%s: each hour has its counts, with one bucket before the period",
  async (period) => {
    const { ctx, id: tenancyId } = await createTestTenancy(run.current);
    const { periodMs, bucketMs } = periods[period];
    const nowMs = hourOf(ctx.clock.now());
    const startMs = nowMs + lifetimes.hourMs - periodMs - bucketMs;
    await addActivity(
      ctx.db,
      [nowMs, startMs, startMs - lifetimes.hourMs].flatMap((hourMs) => [
        { tenancyId, hourMs, metric: "passkey.authenticated" as const, count: 3 },
        { tenancyId, hourMs, metric: "failure.InvalidToken" as const, count: 1 },
        { tenancyId, hourMs, metric: "failure.InvalidChallengeCode" as const, count: 4 },
        { tenancyId, hourMs, metric: "mail.sent" as const, count: 9 },
      ]),
    );
    const { hours, fromMs, toMs, firstMs } = await readHourlyActivity(ctx, period);
    expect(toMs - fromMs).toBe(periodMs);
    expect(firstMs).toBe(startMs - lifetimes.hourMs);
    expect(hours).toHaveLength((periodMs + bucketMs) / lifetimes.hourMs);
    const counted = { "passkey.authenticated": 3, "failure.any": 5 };
    expect(hours[0]).toEqual({ fromMs: startMs, counts: counted });
    expect(hours.at(-1)).toEqual({ fromMs: nowMs, counts: counted });
    for (const { counts } of hours.slice(1, -1)) expect(counts).toEqual({});
  },
);

test("counts of other tenancies are not included", async () => {
  const mine = await createTestTenancy(run.current);
  const theirs = await createTestTenancy(run.current);
  const hourMs = hourOf(run.current.clock.now());
  await addActivity(run.current.db, [
    { tenancyId: theirs.id, hourMs, metric: "passkey.registered", count: 1 },
  ]);
  const { hours, toMs, firstMs } = await readHourlyActivity(mine.ctx, "24h");
  expect(hours.at(-1)?.counts).toEqual({});
  expect(firstMs).toBe(toMs);
});
