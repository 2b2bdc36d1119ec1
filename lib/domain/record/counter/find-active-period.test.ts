import { expect, test } from "vitest";
import { keyMetric } from "@/lib/domain/base/metric";
import { lifetimes } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addActivity, hourOf } from "./add-activity";
import { findActivePeriod } from "./read-activity";

const run = provideService();

test.each([
  ["none", [], "7d"],
  ["in the last hours", [0, 23], "24h"],
  ["yesterday, too", [0, 24], "7d"],
  ["yesterday only", [30], "7d"],
  ["two weeks ago only", [14 * 24], "30d"],
  ["two weeks ago and now", [0, 14 * 24], "7d"],
  ["two months ago only", [60 * 24], "7d"],
] as const)("with activity %s, the overview begins with %s", async (_, hoursAgo, period) => {
  const { ctx, id: tenancyId } = await createTestTenancy(run.current);
  const nowMs = hourOf(ctx.clock.now());
  await addActivity(
    ctx.db,
    hoursAgo.flatMap((hours) => [
      { tenancyId, hourMs: nowMs - hours * lifetimes.hourMs, metric: "mail.sent", count: 1 },
    ]),
  );
  // Calls of API keys are no activity of users.
  await addActivity(ctx.db, [
    { tenancyId, hourMs: nowMs - 200 * lifetimes.hourMs, metric: keyMetric("k"), count: 1 },
  ]);
  expect(await findActivePeriod(ctx)).toBe(period);
});
