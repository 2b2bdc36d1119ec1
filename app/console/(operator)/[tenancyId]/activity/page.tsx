import { Activity } from "lucide-react";
import type { Metadata } from "next";
import { pastWords } from "@/app/console/(operator)/[tenancyId]/users/[sub]/sign-in-words";
import { ListPage } from "@/components/console/list-page";
import { Notice } from "@/components/ui/notice";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listPages } from "@/lib/console/list-pages";
import { firstOf, hrefOf, type SearchParams } from "@/lib/console/list-search";
import { findOtherWays } from "@/lib/domain/history/sign-in-summary/find-sign-in-summary";
import { hasAccountPage } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import { countTimeline, findTimeline } from "@/lib/domain/history/timeline-search/find-timeline";
import {
  findTimelineDays,
  findTimelineEvent,
} from "@/lib/domain/history/timeline-search/scan-events";
import { readActivity } from "@/lib/domain/record/counter/read-activity";
import { ActivityFilters } from "./activity-filters";
import { activity, failuresIn, shownEvent, toTimelineSearch } from "./activity-search";
import { ActivityTable, wordsOfEvent } from "./activity-table";
import { EventDialog } from "./event-dialog";
import { EventFacts } from "./event-facts";
import { readFailedReasons } from "./failed-reasons";
import { LiveSwitch } from "./live-switch";
import { ReasonSummary } from "./reason-summary";

export const metadata: Metadata = { title: "Activity" };

const rows = 50;

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function ActivityPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "user.read");
  const query = await searchParams;
  const search = activity.read(query);
  const { event: eventId } = shownEvent.read(query);
  const { who, ...filter } = toTimelineSearch(search);
  const [{ entries, next, stoppedAt }, counted, days, report, event] = await Promise.all([
    findTimeline(ctx, { who, ...filter }, rows),
    who === undefined ? countTimeline(ctx, filter) : undefined,
    findTimelineDays(ctx),
    readActivity(ctx, "24h"),
    eventId === undefined ? null : findTimelineEvent(ctx, eventId),
  ]);
  const listed = failuresIn(search, report.fromMs);
  const failures = listed && { ...listed, failed: await readFailedReasons(ctx, listed, report) };
  const isComplete = search.after === undefined && next === null;
  const inList = entries.reduce((sum, { count }) => sum + count, 0);
  const total = counted ?? (isComplete ? { count: inList } : undefined);
  const path = `/console/${ctx.tenancy.id}`;
  const list = `${path}/activity`;
  const hrefOfEvent = (id?: string) => hrefOf(list, { ...firstOf(query), event: id });
  const [newest] = entries;
  const ofRequest = search.request === undefined ? undefined : newest;
  const reason = search.reason ?? ofRequest?.reason ?? undefined;
  const [ofEvent, ofFirst] = await Promise.all(
    [event, ofRequest].map(async (entry) => (entry ? findOtherWays(ctx, entry) : undefined)),
  );
  const anyone = { hasAccountPage: hasAccountPage(ctx) };
  return (
    <>
      <ListPage
        title="Activity"
        description={`Sign-ins, registrations and codes, and why they failed. Events are deleted after ${days} days.`}
        path={list}
        notice={
          eventId !== undefined && event === null ? (
            <Notice tone="info" title="This event is deleted">
              Events are deleted after {days} days, and with their user.
            </Notice>
          ) : undefined
        }
        filters={<ActivityFilters path={list} search={search} />}
        tools={search.after === undefined ? <LiveSwitch /> : undefined}
        summary={
          <ReasonSummary
            {...{ failures, reason }}
            path={list}
            user={ofFirst === undefined ? anyone : ofFirst.user}
          />
        }
        isFiltered={activity.isFiltered(search)}
        isEmpty={entries.length === 0}
        total={total && { ...total, one: "event", many: "events" }}
        nothingYet={{
          icon: Activity,
          title: "No activity yet",
          text: "Events appear here within a second of the first registration, sign-in or code.",
        }}
        noMatch={{
          title: "No events match these filters",
          text:
            "Clear a filter, or type less of the email or name. Parts of addresses without a user are " +
            "found in the newest events only. A cancelled prompt is here only if your backend authorized it for a user.",
          showAll: "Show all activity",
        }}
        stoppedAt={stoppedAt}
        pages={listPages(query, { path: list, search, next, shown: inList })}
      >
        <ActivityTable
          entries={entries}
          path={path}
          hrefOfEvent={hrefOfEvent}
          text={who}
          now={ctx.clock.now()}
        />
      </ListPage>
      {event !== null && (
        <EventDialog key={event.id} title={wordsOfEvent(event).what} closeHref={hrefOfEvent()}>
          <EventFacts
            {...{ entry: event, path }}
            user={ofEvent?.user}
            past={ofEvent?.summary ? pastWords(ofEvent.summary, event) : null}
            mayReadSettings={mayOffer(ctx, "settings.read")}
          />
        </EventDialog>
      )}
    </>
  );
}
