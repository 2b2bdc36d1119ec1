import { expect, test } from "vitest";
import {
  activity,
  toTimelineSearch,
} from "@/app/console/(operator)/[tenancyId]/activity/activity-search";
import { readActivity } from "@/lib/domain/counter/read-activity";
import { readHourlyActivity } from "@/lib/domain/counter/read-hourly-activity";
import { sealAndCount } from "@/lib/domain/counter/seal-and-count";
import { countTimeline } from "@/lib/domain/timeline-search/find-timeline";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { challengeOf, guess, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { series, toHourlyLines, toPoints } from "./chart-series";
import { activityHref } from "./drill-down";
import { utcHour } from "./local-hour";
import { failureBars } from "./to-bars";

const run = provideService();

/** The total of the list that a link opens. */
async function totalOf({ ctx }: TestTenancy, href: string): Promise<number> {
  const { searchParams } = new URL(href, "https://keystead.example");
  const { who: _who, ...search } = toTimelineSearch(
    activity.read(Object.fromEntries(searchParams)),
  );
  return (await countTimeline(ctx, search)).count;
}

test("the numbers of the overview are the totals of the lists that they link to", async () => {
  const tenancy = await createTestTenancy(run.current);
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  await register(tenancy, device);
  for (let signIns = 0; signIns < 3; signIns++) await authenticate(tenancy, device);
  const challenge = await challengeOf(tenancy);
  await guess(tenancy, challenge);
  await verify(tenancy, challenge);
  // More than the timeline stores in a minute, so some are only counted.
  for (let refused = 0; refused < 40; refused++) await tenancy.backend("GET", "principal/unknown");
  await run.current.activity.flush();
  await run.current.timeline.flush();
  while ((await sealAndCount(run.current)) !== null);

  const report = await readActivity(tenancy.ctx, "24h");
  const hourly = toHourlyLines(await readHourlyActivity(tenancy.ctx, "24h"));
  const shown = [
    ...failureBars({ tenancyId: tenancy.id, ...report }),
    ...toPoints(hourly, 1, utcHour).flatMap((point) =>
      series.map(({ key, kind }) => ({
        label: key,
        count: point[key],
        href: activityHref(tenancy.id, point, { kind }),
      })),
    ),
  ].filter(({ count }) => count > 0);
  expect(shown.map(({ label, count }) => [label, count])).toMatchObject([
    [expect.any(String), 40],
    [expect.any(String), 1],
    ["signIns", 3],
    ["registrations", 1],
    ["codes", 1],
    ["failed", 41],
  ]);
  for (const { label, count, href } of shown)
    expect([label, await totalOf(tenancy, href)]).toEqual([label, count]);
});
