import {
  allOf,
  type BoundedCount,
  countMatches,
  cutPage,
  mergeScans,
  type Page,
} from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { Span } from "@/lib/domain/base/newest-rows";
import {
  isRefusedRequest,
  type TimelineKind,
  timelineKinds,
} from "@/lib/domain/base/timeline-event";
import { Prisma } from "@/prisma/generated/client";
import { concerns, findParties } from "./find-parties";
import { nameEntries } from "./name-entries";
import { type EventScan, eventScan, scanEvents } from "./scan-events";
import type { TimelineEntry } from "./timeline-entry";

/** Kinds that the console's lists show together. */
const groups = {
  /** Signed in with a passkey or with an emailed code. */
  "sign-in": ["sign-in.succeeded", "sign-in.by-code"],
  /** Counted as failed requests. */
  refused: timelineKinds.filter(isRefusedRequest),
  /** Succeeded, but a passkey policy in monitor mode would refuse it. */
  monitored: ["registration.monitored", "sign-in.monitored"],
} satisfies Record<string, readonly TimelineKind[]>;

/** The values of the filter by kind. */
export const kindFilters = [
  ...(Object.keys(groups) as (keyof typeof groups)[]),
  ...timelineKinds,
] as const;
export type KindFilter = (typeof kindFilters)[number];

const isGroup = (filter: KindFilter): filter is keyof typeof groups => filter in groups;

const kindsOf = (filter: KindFilter): readonly TimelineKind[] =>
  isGroup(filter) ? groups[filter] : [filter];

/** Returns the failures among the kinds of a filter: all, or one kind. Null if it has none. */
export function failuresOf(filter: KindFilter | undefined): KindFilter | null {
  if (filter === undefined || filter === "refused") return "refused";
  return kindsOf(filter).every(isRefusedRequest) ? filter : null;
}

export interface TimelineSearch extends Span {
  /** A kind or a group of kinds. */
  kind?: KindFilter | undefined;
  reason?: string | undefined;
  /** An email, a part of an email or a name, or the start of an id of a user. */
  who?: string | undefined;
  requestId?: string | undefined;
}

/** The users or mailboxes to read by index, or else a text that names many. */
interface WhoCondition {
  by?: EventScan["by"];
  text?: string | undefined;
}

/** Reads by user or by mailbox, else by reason or kind, else all events. */
function toScan(
  { kind, reason, requestId, ...span }: Omit<TimelineSearch, "who">,
  { by, text }: WhoCondition,
): EventScan {
  const [first, ...others] = [
    by,
    reason === undefined ? undefined : { column: "reason" as const, values: [reason] },
    kind === undefined ? undefined : { column: "kind" as const, values: kindsOf(kind) },
  ].filter((indexed) => indexed !== undefined);
  const filter = allOf([
    ...others.map(
      ({ column, values }) =>
        Prisma.sql`${Prisma.raw(`e."${column}"`)} = ANY (${[...values]}::text[])`,
    ),
    requestId !== undefined && Prisma.sql`e."requestId" = ${requestId}`,
    text !== undefined && concerns(text),
  ]);
  return { by: first, filter, ...span };
}

/**
 * Counts the events that match a search without a user, on all pages, for numbers of the overview that
 * link to it. A row that stands for several equal events counts as many. Reads a bounded number of
 * events by the index of the page.
 */
export const countTimeline = (
  ctx: TenancyContext,
  search: Omit<TimelineSearch, "who">,
): Promise<BoundedCount> =>
  countMatches(ctx, eventScan(ctx, toScan({ ...search, before: undefined }, {})), {
    weight: Prisma.sql`e."count"`,
  });

/**
 * Returns what to read for a search. An event has a user or a mailbox, so no two scans find the same one.
 * - If `who` names a few users or mailboxes, reads their events by index, also the oldest ones.
 * - If it names many, or is absent, reads one index: by reason, else by kind, else all events.
 */
export async function scansOf(
  ctx: TenancyContext,
  { who, ...search }: TimelineSearch,
): Promise<EventScan[]> {
  const parties = who === undefined ? undefined : await findParties(ctx, who);
  const conditions: WhoCondition[] =
    parties === undefined || parties === "many"
      ? [{ text: who }]
      : [
          { by: { column: "sub", values: parties.subs } },
          { by: { column: "email", values: parties.emails } },
        ];
  return conditions
    .filter(({ by }) => by?.values.length !== 0)
    .map((condition) => toScan(search, condition));
}

/**
 * Returns a page of a tenancy's timeline, newest first. Filters that no index covers read a bounded number
 * of events, and the page says how far it searched.
 */
export async function findTimeline(
  ctx: TenancyContext,
  search: TimelineSearch,
  pageSize: number,
): Promise<Page<TimelineEntry>> {
  const scans = await scansOf(ctx, search);
  const scanned = await Promise.all(scans.map((scan) => scanEvents(ctx, scan, pageSize + 1)));
  const page = cutPage(mergeScans(scanned), pageSize);
  return { ...page, entries: await nameEntries(ctx, page.entries) };
}
