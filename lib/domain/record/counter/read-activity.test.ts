import { expect, test } from "vitest";
import {
  dismissChecklist,
  findOnboardingChecklist,
} from "@/lib/domain/admin/tenancy/find-onboarding-checklist";
import { lifetimes } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addActivity, hourOf } from "./add-activity";
import { type Period, periods, readActivity, sumOf } from "./read-activity";

const run = provideService();

/** One email in each of these hours. */
const emailsIn = (tenancyId: string, hours: readonly number[]) =>
  hours.map((hourMs) => ({ tenancyId, hourMs, metric: "mail.sent", count: 2 }) as const);

test.each(Object.keys(periods) as Period[])(
  "%s: every count is in the period or in the previous one",
  async (period) => {
    const { ctx, id: tenancyId } = await createTestTenancy(run.current);
    const { periodMs } = periods[period];
    const nowMs = hourOf(ctx.clock.now());
    const oldest = nowMs + lifetimes.hourMs - 2 * periodMs;
    const hours = Array.from(
      { length: (nowMs - oldest) / lifetimes.hourMs + 1 },
      (_, index) => oldest + index * lifetimes.hourMs,
    );
    await addActivity(ctx.db, emailsIn(tenancyId, [...hours, oldest - lifetimes.hourMs]));
    const report = await readActivity(ctx, period);
    expect(report.totals).toEqual({ "mail.sent": (2 * periodMs) / lifetimes.hourMs });
    expect(report.before).toEqual(report.totals);
    expect(report.toMs - report.fromMs).toBe(periodMs);
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
  // An invitation or a notice isn't a code.
  expect((await findOnboardingChecklist(ctx)).hasEmail).toBe(false);
  await addActivity(ctx.db, [{ tenancyId, hourMs, metric: "challenge.created", count: 1 }]);
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
