import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  activity,
  toTimelineSearch,
} from "@/app/console/(operator)/[tenancyId]/activity/activity-search";
import {
  emailLog,
  toChallengeFilter,
} from "@/app/console/(operator)/[tenancyId]/challenges/email-log-search";
import { countTimeline } from "@/lib/domain/history/timeline-search/find-timeline";
import { findEventsFrom } from "@/lib/domain/history/timeline-search/scan-events";
import { type Period, periods, readActivity } from "@/lib/domain/record/counter/read-activity";
import { readHourlyActivity } from "@/lib/domain/record/counter/read-hourly-activity";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import { deleteChallenge, purgeChallenges } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { countChallenges } from "@/lib/domain/sign-in/challenge/find-challenges";
import { countCodes } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { readPasskeyShare } from "@/lib/domain/user/search/read-passkey-share";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { challengeOf, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { ActivityPanels } from "./activity-panels";
import { ActivityTiles } from "./activity-tiles";

const run = provideService();
const dayMs = 86_400_000;
/** Longer than a code’s life. */
const laterMs = 600_000;

/** A number of the overview, and the list that it links to. */
interface LinkedNumber {
  count: number;
  href: string;
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const toNumber = (text = "") => Number(text.replaceAll(",", ""));

/** Finds the links that are numbers, name a row that ends with its number, or name a tile with one. */
function findLinkedNumbers(html: string): LinkedNumber[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>(.*?)(?=<\/tr>|<\/dl>|<a )/g)]
    .map(([, href = "", text = "", after = ""]) => ({
      href: href.replaceAll("&amp;", "&"),
      count: toNumber(
        /^[\d,]+/.exec(textOf(text))?.[0] ??
          (after.includes("</th>")
            ? / ([\d,]+)$/.exec(textOf(after))?.[1]
            : /^([\d,]+)/.exec(textOf(after))?.[1]),
      ),
    }))
    .filter(({ count }) => !Number.isNaN(count) && count > 0);
}

/** The total of the list that a link opens. */
async function totalOf({ ctx }: TestTenancy, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, "https://keystead.example");
  const query = Object.fromEntries(searchParams);
  if (pathname.endsWith("/challenges"))
    return (await countChallenges(ctx, toChallengeFilter(emailLog.read(query)))).count;
  expect(pathname).toMatch(/\/activity$/);
  const { who: _who, ...search } = toTimelineSearch(activity.read(query));
  return (await countTimeline(ctx, search)).count;
}

/** A passkey, sign-ins, failed requests, and a code in each state. */
async function use(tenancy: TestTenancy): Promise<void> {
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  await register(tenancy, device);
  for (let signIns = 0; signIns < 3; signIns++) await authenticate(tenancy, device);
  await challengeOf(tenancy);
  run.current.clock.advance(laterMs);
  const verified = await challengeOf(tenancy);
  const deleted = await challengeOf(tenancy);
  const exhausted = await challengeOf(tenancy);
  const replaceable = { email: newMailbox(), invalidateOthers: true };
  await challengeOf(tenancy, replaceable);
  run.current.clock.advance(1);
  await challengeOf(tenancy, replaceable);
  await challengeOf(tenancy);
  await verify(tenancy, verified);
  await deleteChallenge(tenancy.ctx, deleted.challengeId);
  for (let index = 0; index < 5; index++) await guess(tenancy, exhausted, index);
  // More than the timeline stores in a minute, so some are only counted.
  for (let refused = 0; refused < 40; refused++) await tenancy.backend("GET", "principal/unknown");
  await run.current.activity.flush();
  await run.current.timeline.flush();
  while ((await sealAndCount(run.current)) !== null);
}

async function readOverview({ ctx, id: tenancyId }: TestTenancy, period: Period) {
  const report = await readActivity(ctx, period);
  const lists = { tenancyId, eventsFromMs: await findEventsFrom(ctx) };
  return (
    renderToStaticMarkup(
      createElement(ActivityTiles, { lists, report, previous: "the previous period" }),
    ) +
    renderToStaticMarkup(
      createElement(ActivityPanels, {
        lists,
        report,
        period,
        hourly: await readHourlyActivity(ctx, period),
        codes: await countCodes(ctx, report.fromMs),
        passkeyShare: await readPasskeyShare(ctx, { fromMs: report.fromMs }),
      }),
    )
  );
}

test("the numbers of the overview are the totals of the lists that they link to", async () => {
  const tenancy = await createTestTenancy(run.current);
  await use(tenancy);
  // The email log has deleted its entries of the first day.
  run.current.clock.advance(2 * dayMs);
  await purgeAll(run.current, purgeChallenges);
  await use(tenancy);
  for (const period of Object.keys(periods) as Period[]) {
    const linked = findLinkedNumbers(await readOverview(tenancy, period));
    expect(linked.length, period).toBeGreaterThan(12);
    for (const { count, href } of linked)
      expect([period, href, await totalOf(tenancy, href)]).toEqual([period, href, count]);
  }
});

test("numbers of events that are deleted already have no link", async () => {
  const tenancy = await createTestTenancy(run.current);
  await tenancy.set({ timelineDays: 2 });
  await use(tenancy);
  expect(findLinkedNumbers(await readOverview(tenancy, "24h")).length).toBeGreaterThan(12);
  // Events of the week are incomplete. Those of its last six hours aren’t.
  const ofWeek = findLinkedNumbers(await readOverview(tenancy, "7d"));
  const eventsFromMs = await findEventsFrom(tenancy.ctx);
  for (const { href } of ofWeek.filter(({ href }) => href.includes("/activity?")))
    expect(
      Date.parse(new URL(href, "https://keystead.example").searchParams.get("from") ?? ""),
    ).toBeGreaterThanOrEqual(eventsFromMs);
});
