import { z } from "zod";
import { listSearch, searchDay, searchText } from "@/lib/console/list-search";
import type { FailureSearch } from "@/lib/domain/history/timeline-search/count-reasons";
import {
  failuresOf,
  kindFilters,
  type TimelineSearch,
} from "@/lib/domain/history/timeline-search/find-timeline";

const dayMs = 86_400_000;

/** A day in UTC, or an instant of a link from the overview. */
const time = z.union([searchDay, z.iso.datetime({ offset: true })]);

/** Filters in the page's URL. */
export const activity = listSearch({
  mailbox: searchText,
  kind: z.enum(kindFilters),
  reason: searchText,
  request: searchText,
  from: time,
  to: time,
});
/** The event whose facts the page shows above the list. */
export const shownEvent = listSearch({}, { event: searchText });
export type ActivitySearch = ReturnType<typeof activity.read>;

/** Whether the text is a day, not an instant. */
export const isDay = (text: string) => searchDay.safeParse(text).success;

/** Converts the search to a filter. The last day is included, the last instant is not. */
export function toTimelineSearch({
  mailbox,
  kind,
  reason,
  request,
  from,
  to,
  after,
}: ActivitySearch): TimelineSearch {
  return {
    kind: kindFilters.find((known) => known === kind),
    reason,
    who: mailbox,
    requestId: request,
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to) + (isDay(to) ? dayMs : 0),
    before: after,
  };
}

export interface ListedFailures {
  /** The failures among the events of the list, whatever their reasons are. */
  search: FailureSearch;
  /** The URL of their list, and with a reason of the list of that reason. */
  query: Omit<ActivitySearch, "after">;
  /** Whether they are all failures since `sinceMs`. */
  isEverything: boolean;
}

/**
 * Returns the failures that the summary above the list counts: those that match all filters except the
 * reason. Without a time, only those since `sinceMs`. Null if the list shows another kind of event.
 */
export function failuresIn(
  { after: _after, ...filters }: ActivitySearch,
  sinceMs: number,
): ListedFailures | null {
  const { who, requestId, fromMs, toMs, ...chosen } = toTimelineSearch({
    ...filters,
    after: undefined,
  });
  const kind = failuresOf(chosen.kind);
  if (kind === null) return null;
  const isTimed = fromMs !== undefined || toMs !== undefined;
  return {
    search: { kind, who, requestId, fromMs: isTimed ? fromMs : sinceMs, toMs },
    query: {
      ...filters,
      kind,
      reason: undefined,
      from: isTimed ? filters.from : new Date(sinceMs).toISOString(),
    },
    isEverything: !isTimed && kind === "refused" && who === undefined && requestId === undefined,
  };
}
