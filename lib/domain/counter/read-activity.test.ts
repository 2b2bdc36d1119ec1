import { expect, test } from "vitest";
import { dismissChecklist } from "@/lib/domain/tenancy/dismiss-checklist";
import { findOnboardingChecklist } from "@/lib/domain/tenancy/find-onboarding-checklist";
import { lifetimes } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addActivity, hourOf } from "./add-activity";
import { type Period, periods, readActivity, sumOf } from "./read-activity";

const run = provideService();

test.each(Object.keys(periods) as Period[])(
  "%s: every count is in one bucket or in the previous period",
  async (period) => {
    const { ctx, id: tenancyId } = await createTestTenancy(run.current);
    const { periodMs, bucketMs } = periods[period];
    const nowMs = hourOf(ctx.clock.now());
    const oldest = nowMs + lifetimes.hourMs - 2 * periodMs;
    const hours = Array.from(
      { length: (nowMs - oldest) / lifetimes.hourMs + 1 },
      (_, index) => oldest + index * lifetimes.hourMs,
    );
    await addActivity(
      ctx.db,
      [...hours, oldest - lifetimes.hourMs].map((hourMs) => ({
        tenancyId,
        hourMs,
        metric: "mail.sent",
        count: 2,
      })),
    );
    const report = await readActivity(ctx, period);
    expect(report.buckets.map(({ counts }) => counts["mail.sent"])).toEqual(
      Array.from({ length: periodMs / bucketMs }, () => (2 * bucketMs) / lifetimes.hourMs),
    );
    expect(report.totals).toEqual({ "mail.sent": (2 * periodMs) / lifetimes.hourMs });
    expect(report.before).toEqual(report.totals);
    expect(report.buckets.at(-1)?.fromMs).toBe(report.toMs - bucketMs);
  },
);

test("counts of other tenancies are not included", async () => {
  const mine = await createTestTenancy(run.current);
  const theirs = await createTestTenancy(run.current);
  const hourMs = hourOf(run.current.clock.now());
  await addActivity(run.current.db, [
    { tenancyId: theirs.id, hourMs, metric: "mail.sent", count: 1 },
  ]);
  expect((await readActivity(mine.ctx, "24h")).totals).toEqual({});
  expect(sumOf((await readActivity(theirs.ctx, "24h")).totals, "mail.")).toBe(1);
});

test("the onboarding checklist completes its steps and can be dismissed", async () => {
  const { ctx, id: tenancyId } = await createTestTenancy(run.current, { allowedOrigins: [] });
  expect(await findOnboardingChecklist(ctx)).toEqual({
    origins: "none",
    hasKey: true,
    hasPasskey: false,
    hasExchange: false,
    hasEmail: false,
    isDismissed: false,
  });
  const hourMs = hourOf(ctx.clock.now());
  await addActivity(ctx.db, [
    { tenancyId, hourMs, metric: "code.exchanged", count: 1 },
    { tenancyId, hourMs, metric: "mail.sent", count: 1 },
  ]);
  await dismissChecklist(ctx);
  await ctx.db.apiKey.updateMany({
    where: { tenancyId },
    data: { revokedAt: new Date(ctx.clock.now()) },
  });
  expect(await findOnboardingChecklist(ctx)).toEqual({
    origins: "none",
    hasKey: false,
    hasPasskey: false,
    hasExchange: true,
    hasEmail: true,
    isDismissed: true,
  });
});
