import { z } from "zod";
import type { EventFilter } from "@/lib/domain/audit/find-events";

export type SearchParams = Record<string, string | string[] | undefined>;

const text = z.string().trim().min(1).max(254).optional().catch(undefined);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .optional()
  .catch(undefined);

const AuditSearch = z.object({
  about: text,
  who: text,
  target: text,
  from: day,
  to: day,
  before: text,
});
/** Filters in the page's URL. Invalid values are ignored. */
export type AuditSearch = z.infer<typeof AuditSearch>;

export const readAuditSearch = (params: SearchParams): AuditSearch => AuditSearch.parse(params);

const dayMs = 86_400_000;
const isPrintable = (value: string) => !/[\p{Cc}\p{Cs}]/u.test(value);

/** Converts the search to a filter. Days are in UTC, and the last day is included. */
export function toEventFilter({ about, who, target, from, to, before }: AuditSearch): EventFilter {
  const plain = (value: string | undefined) =>
    value !== undefined && isPrintable(value) ? value : undefined;
  return {
    family: plain(about),
    who: plain(who),
    target: plain(target),
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to) + dayMs,
    before: plain(before),
  };
}

/** Returns the URL of a search. */
export function auditHref(path: string, search: AuditSearch): string {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
