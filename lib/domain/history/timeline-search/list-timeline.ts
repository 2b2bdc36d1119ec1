import { z } from "zod";
import { cutPage, mergeScans, type Page, type Scanned } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { type TimelineKind, timelineKinds } from "@/lib/domain/base/timeline-event";
import { referenceIn } from "@/lib/domain/record/audit/action-words";
import { ownChanges } from "@/lib/domain/record/audit/audit-actions";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { nameEntries } from "./name-entries";
import { scanEvents } from "./scan-events";
import type { TimelineEntry, UnnamedEntry } from "./timeline-entry";

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
  /** Which of these events only. It wins over the filter, which still decides about changes. */
  kinds?: readonly TimelineKind[] | undefined;
  /** An entry's id: returns only older ones. */
  before?: string | undefined;
}

const kindsOf = (filter: TimelineFilter) =>
  timelineKinds.filter((kind) => kind.startsWith("code.") === (filter === "codes"));

/** Reads the events of the user and of the mailbox. */
function readEvents(
  ctx: TenancyContext,
  { sub, mailbox }: Person,
  { filter, kinds = filter && kindsOf(filter), before }: Query,
  rows: number,
): Promise<Scanned<UnnamedEntry>[]> {
  const isShown =
    kinds === undefined ? undefined : Prisma.sql`e."kind" = ANY (${[...kinds]}::text[])`;
  const scan = (column: "sub" | "email", value: string) =>
    scanEvents(ctx, { by: { column, values: [value] }, filter: isShown, before }, rows);
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
    detail: action === "passkey.deleted" || referenceIn(change) ? null : change.detail,
    requestId,
    sub: null,
    email: null,
    addressPrefix: null,
    userAgent: null,
    origin: null,
    operation: null,
    field: null,
    authenticatorAttachment: null,
    afterMs: null,
    count: 1,
    actor: { kind: actorKind, id: actorId },
    passkeyId: targetKind === "passkey" ? targetId : null,
    challengeId: targetKind === "challenge" ? targetId : null,
  };
}

/** What operators, API keys and commands did. The condition of a partial index. */
const changesByOthers = Prisma.sql`
  e."actorKind" <> 'browser' AND e."action" <> 'challenge.created' AND e."action" <> 'challenge.verified'`;

/** What users changed themselves. The condition of a partial index, so the actions are literals. */
const changesByUsers = Prisma.sql`
  e."actorKind" = 'browser' AND e."action" IN (${Prisma.raw(
    ownChanges
      .toSorted()
      .map((action) => `'${action}'`)
      .join(", "),
  )})`;

/** Reads the changes of the targets. */
async function readChanges(
  ctx: TenancyContext,
  targets: readonly string[],
  before: string | undefined,
  rows: number,
): Promise<Scanned<UnnamedEntry>[]> {
  const read = async (where: Prisma.Sql) => {
    const by = { column: "targetId", values: targets };
    const changesOfTargets = newestRows({
      table: "AuditEvent",
      tenancyId: ctx.tenancy.id,
      by,
      where,
      before,
    });
    const changes = await ctx.db.query(Change)(changesOfTargets(rows));
    return { matches: changes.map(entryOfChange), lastRead: null };
  };
  return Promise.all([read(changesByOthers), read(changesByUsers)]);
}

/**
 * The passkeys and challenges that the user's latest events name, besides the passkeys that exist:
 * a deleted passkey is known by its events only. A change of a challenge is younger than its events.
 */
function targetsOf({ sub, passkeyIds }: Person, events: readonly UnnamedEntry[]): string[] {
  const named = events.flatMap(({ passkeyId, challengeId }) => [passkeyId, challengeId]);
  const targets = new Set([sub, ...passkeyIds, ...named.filter((id) => id !== null)]);
  return [...targets].slice(0, limits.timelineTargets);
}

/**
 * Returns a page of a user's timeline, newest first: sign-ins, registrations and codes with their
 * refusals, and what operators, API keys, commands and the user changed. Reads a bounded number of rows
 * by indexes.
 */
export async function listTimeline(
  ctx: TenancyContext,
  person: Person,
  { filter, kinds, before }: Query,
  pageSize: number,
): Promise<Page<TimelineEntry>> {
  const rows = pageSize + 1;
  const hasChanges = filter === undefined || filter === "changes";
  const events = hasChanges
    ? await readEvents(ctx, person, { kinds, before }, limits.timelineTargets)
    : await readEvents(ctx, person, { filter, kinds, before }, rows);
  const targets = targetsOf(person, mergeScans(events).matches);
  const changes = hasChanges ? await readChanges(ctx, targets, before, rows) : [];
  const page = cutPage(mergeScans([...(filter === "changes" ? [] : events), ...changes]), pageSize);
  return { ...page, entries: await nameEntries(ctx, page.entries) };
}
