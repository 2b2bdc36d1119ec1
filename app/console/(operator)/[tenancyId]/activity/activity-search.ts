import { z } from "zod";
import { listSearch, searchDay, searchText } from "@/lib/console/list-search";
import type { TimelineSearch } from "@/lib/domain/timeline-search/find-timeline";
import { kindFilters } from "@/lib/domain/timeline-search/kind-filter";

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

/**
 * Returns when the failures of the list begin, if it lists nothing but them, by reason or all: its
 * number is that of the reason in the summary. In ms.
 */
export function failuresFrom({
  kind,
  mailbox,
  request,
  from,
  to,
}: ActivitySearch): number | undefined {
  const isOther = kind !== "refused" || mailbox !== undefined || request !== undefined;
  return isOther || from === undefined || to !== undefined ? undefined : Date.parse(from);
}
