import { z } from "zod";
import { listSearch, searchDay, searchText } from "@/lib/console/list-search";
import { actorKinds, type EventFilter } from "@/lib/domain/history/audit-search/find-events";

/** The audit log's URL. Days are in UTC. */
export const auditSearch = listSearch({
  about: searchText,
  who: searchText,
  target: searchText,
  reason: searchText,
  by: z.enum(actorKinds),
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
  reason,
  by,
  from,
  to,
  after,
}: AuditSearch): EventFilter => ({
  about,
  who,
  target,
  reason,
  actorKind: by,
  fromMs: from === undefined ? undefined : Date.parse(from),
  toMs: to === undefined ? undefined : Date.parse(to) + dayMs,
  before: after,
});
