import { z } from "zod";
import { findMatches, type Scan, type Scanned } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { type IndexedValues, newestRows, type Span } from "@/lib/domain/base/newest-rows";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { nameEntries } from "./name-entries";
import type { TimelineEntry, UnnamedEntry } from "./timeline-entry";

/** A row of "TimelineEvent". */
const EventRow = z.object({
  id: z.string(),
  kind: z.string(),
  reason: z.string().nullable(),
  sub: z.string().nullable(),
  email: z.string().nullable(),
  passkeyId: z.string().nullable(),
  challengeId: z.string().nullable(),
  requestId: z.string().nullable(),
  addressPrefix: z.string().nullable(),
  userAgent: z.string().nullable(),
  origin: z.string().nullable(),
  operation: z.string().nullable(),
  field: z.string().nullable(),
  authenticatorAttachment: z.string().nullable(),
  afterMs: z.int().nullable(),
  count: z.int(),
});

const shownEvents = {
  Row: EventRow.transform((event): UnnamedEntry => ({
    ...event,
    note: null,
    detail: null,
    actor: null,
  })),
  columns: Prisma.raw(
    Object.keys(EventRow.shape)
      .map((column) => `e."${column}"`)
      .join(", "),
  ),
};

export interface EventScan extends Span {
  /** All of the tenancy's events without it. */
  by?: (IndexedValues & { column: "sub" | "email" | "reason" | "kind" }) | undefined;
  /** Condition on event `e` that the index doesn't cover. */
  filter?: Prisma.Sql | undefined;
}

/** The scan of a tenancy's timeline events, newest first. */
export const eventScan = ({ tenancy }: TenancyContext, { filter, ...read }: EventScan): Scan => ({
  rows: newestRows({ table: "TimelineEvent", tenancyId: tenancy.id, ...read }),
  alias: "e",
  filter,
});

/** Finds the newest timeline events of a scan. */
export const scanEvents = (
  ctx: TenancyContext,
  scan: EventScan,
  rows: number,
): Promise<Scanned<UnnamedEntry>> => findMatches(ctx, eventScan(ctx, scan), shownEvents, rows);

/** Reads one event. */
async function readEvent(
  { db, tenancy }: TenancyContext,
  id: string,
): Promise<UnnamedEntry | null> {
  const row = await db.timelineEvent.findUnique({
    where: { tenancyId_id: { tenancyId: tenancy.id, id } },
  });
  return row && shownEvents.Row.parse(row);
}

/** Returns an event of a tenancy's timeline; null if it doesn't exist or is deleted. */
export async function findTimelineEvent(
  ctx: TenancyContext,
  id: string,
): Promise<TimelineEntry | null> {
  const event = await readEvent(ctx, id);
  const [entry = null] = event === null ? [] : await nameEntries(ctx, [event]);
  return entry;
}

/** Returns after how many days the tenancy's timeline events are deleted. */
export async function findTimelineDays({ db, tenancy }: TenancyContext): Promise<number> {
  const { timelineDays } = await db.tenancy.findUniqueOrThrow({
    where: { id: tenancy.id },
    select: { timelineDays: true },
  });
  return timelineDays;
}

/** Returns since when (ms) the timeline has all events. */
export const findEventsFrom = async (ctx: TenancyContext): Promise<number> =>
  ctx.clock.now() - (await findTimelineDays(ctx)) * lifetimes.dayMs;
