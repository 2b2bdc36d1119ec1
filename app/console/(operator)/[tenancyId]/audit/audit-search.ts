import { listSearch, searchDay, searchText } from "@/lib/console/list-search";
import type { EventFilter } from "@/lib/domain/history/find-events";

/** The audit log's URL. Days are in UTC. */
export const auditSearch = listSearch({
  about: searchText,
  who: searchText,
  target: searchText,
  from: searchDay,
  to: searchDay,
});
export type AuditSearch = ReturnType<typeof auditSearch.read>;

const dayMs = 86_400_000;

/** Converts the search to a filter. The last day is included. */
export const toEventFilter = ({
  about,
  who,
  target,
  from,
  to,
  after,
}: AuditSearch): EventFilter => ({
  family: about,
  who,
  target,
  fromMs: from === undefined ? undefined : Date.parse(from),
  toMs: to === undefined ? undefined : Date.parse(to) + dayMs,
  before: after,
});
