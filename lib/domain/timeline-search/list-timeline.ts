import { z } from "zod";
import { detailWords } from "@/lib/domain/audit/action-words";
import type { TenancyContext } from "@/lib/domain/context";
import { timelineKinds } from "@/lib/domain/timeline/timeline-event";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { cutPage, newestFirst } from "./cut-page";
import { nameEntries } from "./name-entries";
import { type EventRow, scanEvents, type Scanned } from "./scan-events";
import { entryOfEvent, type TimelinePage, type UnnamedEntry } from "./timeline-entry";

export const timelineFilters = ["sign-ins", "codes", "changes"] as const;
/** Which events of a user's timeline are listed. */
export type TimelineFilter = (typeof timelineFilters)[number];

interface Person {
  sub: string;
  /** The email whose codes belong to the user; null without one. */
  mailbox: string | null;
  /** Passkeys that exist. */
  passkeyIds: readonly string[];
}

interface Query {
  filter?: TimelineFilter | undefined;
  /** An entry's id: returns only older ones. */
  before?: string | undefined;
}

const kindsOf = (filter: TimelineFilter) =>
  timelineKinds.filter((kind) => kind.startsWith("code.") === (filter === "codes"));

/** Reads the events of the user and of the mailbox. */
function readEvents(
  ctx: TenancyContext,
  { sub, mailbox }: Person,
  { filter, before }: Query,
  rows: number,
): Promise<Scanned<EventRow>[]> {
  const scan = (column: "sub" | "email", value: string) =>
    scanEvents(ctx, {
      by: { column, values: [value] },
      filter:
        filter === undefined ? undefined : Prisma.sql`e."kind" = ANY (${kindsOf(filter)}::text[])`,
      beforeId: before,
      rows,
    });
  return Promise.all([scan("sub", sub), ...(mailbox === null ? [] : [scan("email", mailbox)])]);
}

const Change = z.object({
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
});

function entryOfChange(change: z.infer<typeof Change>): UnnamedEntry {
  const { id, action, actorKind, actorId, targetKind, targetId, reason, requestId } = change;
  return {
    id,
    kind: action,
    reason: null,
    note: reason,
    detail: detailWords(change),
    requestId,
    sub: null,
    email: null,
    addressPrefix: null,
    userAgent: null,
    origin: null,
    count: 1,
    actor: { kind: actorKind, id: actorId },
    passkeyId: targetKind === "passkey" ? targetId : null,
    challengeId: targetKind === "challenge" ? targetId : null,
  };
}

/**
 * Reads what operators, API keys and commands did to the targets. What users did is in the events.
 * Raw: one read of a partial index per target. Its condition is the index's own.
 */
async function readChanges(
  ctx: TenancyContext,
  targets: readonly string[],
  before: string | undefined,
  rows: number,
): Promise<UnnamedEntry[]> {
  const older = before === undefined ? Prisma.sql`TRUE` : Prisma.sql`e."id" < ${before}`;
  const changes = await ctx.db.query(Change)`
    SELECT e.* FROM unnest(${[...targets]}::text[]) AS t("id") CROSS JOIN LATERAL (
      SELECT e."id", e."action", e."actorKind", e."actorId", e."targetKind", e."targetId",
        e."detail", e."reason", e."requestId"
      FROM "AuditEvent" e
      WHERE e."tenancyId" = ${ctx.tenancy.id} AND e."targetId" = t."id" COLLATE "C" AND ${older}
        AND e."actorKind" <> 'browser'
        AND e."action" <> 'challenge.created' AND e."action" <> 'challenge.verified'
      ORDER BY e."id" DESC LIMIT ${rows}
    ) e ORDER BY e."id" DESC LIMIT ${rows}`;
  return changes.map(entryOfChange);
}

/**
 * The passkeys and challenges that the user's latest events name, besides the passkeys that exist:
 * a deleted passkey is known by its events only. A change of a challenge is younger than its events.
 */
function targetsOf({ sub, passkeyIds }: Person, events: readonly EventRow[]): string[] {
  const named = events.flatMap(({ passkeyId, challengeId }) => [passkeyId, challengeId]);
  const targets = new Set([sub, ...passkeyIds, ...named.filter((id) => id !== null)]);
  return [...targets].slice(0, limits.timelineTargets);
}

/**
 * Returns a page of a user's timeline, newest first: sign-ins, registrations and codes with their
 * refusals, and what operators, API keys and commands changed. Reads a bounded number of rows by
 * indexes.
 */
export async function listTimeline(
  ctx: TenancyContext,
  person: Person,
  query: Query,
  pageSize: number,
): Promise<TimelinePage> {
  const { filter, before } = query;
  const rows = pageSize + 1;
  const read =
    filter === "changes"
      ? await readEvents(ctx, person, { before }, limits.timelineTargets)
      : await readEvents(ctx, person, query, filter === undefined ? limits.timelineTargets : rows);
  const events = read.flatMap((scanned) => scanned.rows).sort(newestFirst);
  const changes =
    filter === undefined || filter === "changes"
      ? await readChanges(ctx, targetsOf(person, events), before, rows)
      : [];
  const found = [...(filter === "changes" ? [] : events.map(entryOfEvent)), ...changes];
  const { shown, ...page } = cutPage(found, read, pageSize);
  return { entries: await nameEntries(ctx, shown), ...page };
}
