import { z } from "zod";
import { actionsOf } from "@/lib/domain/audit/action-words";
import { smallestIdAt, timeOfId } from "@/lib/domain/audit/event-time";
import { actorJoins, eventColumns, ShownEvent } from "@/lib/domain/audit/shown-event";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { Actor, TenancyContext } from "@/lib/domain/context";
import { escapePattern } from "@/lib/domain/escape-pattern";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type Actors, findActors, findTargets } from "./resolve-parties";

/** Who does what an audit event records. */
export const actorKinds = [
  "operator",
  "apiKey",
  "browser",
  "system",
] as const satisfies Actor["kind"][];

export interface EventFilter {
  /** An action, or the part of actions before the dot. */
  about?: string | undefined;
  actorKind?: Actor["kind"] | undefined;
  /** Part of an operator's email or name or of an API key's name, or an id. */
  who?: string | undefined;
  /** An id or its start, or part of the email or name of a user or an operator. */
  target?: string | undefined;
  /** Part of the reason, in any case. */
  reason?: string | undefined;
  /** Milliseconds; `fromMs` is inclusive, `toMs` exclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** An event's id: returns only older ones. */
  before?: string | undefined;
}

export interface EventPage {
  events: ShownEvent[];
  /** `before` of the next page; null on the last page. */
  next: string | null;
  /** Set when a search without an index stopped at this time (ms) before the page was full. */
  lookedBackTo: number | null;
  /** A text names more actors or targets than the search covers. */
  isPartial: boolean;
}

type Read = Omit<EventPage, "isPartial">;

/** A filter whose texts were resolved to ids. */
interface ResolvedFilter extends Omit<EventFilter, "who" | "target"> {
  actors: Actors | undefined;
  targets: string[] | undefined;
  isPartial: boolean;
}

/** Returns null if a text names no one, and so no event matches. */
async function resolve(
  ctx: TenancyContext,
  { who, target, ...filter }: EventFilter,
): Promise<ResolvedFilter | null> {
  const [actors, targets] = await Promise.all([
    who === undefined ? undefined : findActors(ctx, who),
    target === undefined ? undefined : findTargets(ctx, target),
  ]);
  if (
    targets?.ids.length === 0 ||
    (actors && actors.operators.length + actors.apiKeys.length === 0)
  )
    return null;
  return {
    ...filter,
    actors,
    targets: targets?.ids,
    isPartial: actors?.isPartial === true || targets?.isPartial === true,
  };
}

const smallest = (ids: (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).sort()[0];

interface Scan {
  /** Selects events in the order of their ids, by an index. */
  rows: Prisma.Sql;
  /** How many events `rows` selects at most. */
  limit: number;
  /** Condition on these events; undefined when the index covers the whole filter. */
  filter?: Prisma.Sql | undefined;
}

const allOf = (conditions: (Prisma.Sql | undefined)[]): Prisma.Sql | undefined => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : Prisma.join(present, " AND ");
};

/** Chooses the index that covers most of the filter. */
function planScan(
  ctx: TenancyContext,
  {
    about,
    actorKind,
    actors,
    targets,
    reason,
    fromMs,
    toMs,
    before,
  }: Omit<ResolvedFilter, "isPartial">,
  pageLimit: number,
): Scan {
  const span = allOf([
    Prisma.sql`e."tenancyId" = ${ctx.tenancy.id}`,
    before === undefined ? undefined : Prisma.sql`e."id" < ${before}`,
    fromMs === undefined ? undefined : Prisma.sql`e."id" >= ${smallestIdAt(fromMs)}`,
    toMs === undefined ? undefined : Prisma.sql`e."id" < ${smallestIdAt(toMs)}`,
  ]);
  const isAbout =
    about === undefined ? undefined : Prisma.sql`e."action" = ANY(${actionsOf(about)})`;
  const isActor =
    actors === undefined
      ? undefined
      : Prisma.sql`(
          e."actorKind" = 'operator' AND e."actorId" = ANY(${actors.operators})
          OR e."actorKind" = 'apiKey' AND e."actorId" = ANY(${actors.apiKeys}))`;
  const hasReason =
    reason === undefined
      ? undefined
      : Prisma.sql`lower(e."reason") LIKE lower(${`%${escapePattern(reason)}%`}::text)`;
  const isOfKind = actorKind === undefined ? undefined : Prisma.sql`e."actorKind" = ${actorKind}`;
  const others = allOf([hasReason, isOfKind]);
  const limitOf = (ranges: number, filter: Prisma.Sql | undefined) =>
    filter === undefined
      ? pageLimit
      : Math.max(pageLimit, Math.floor(limits.searchedRows / Math.max(1, ranges)));
  /** Reads the latest events of each id by the index, and merges them. */
  const byIds = (ids: string[], isOfId: Prisma.Sql, filter: Prisma.Sql | undefined): Scan => {
    const limit = limitOf(ids.length, filter);
    return {
      rows: Prisma.sql`
        SELECT e.* FROM unnest(${ids}::text[]) AS i("value")
        CROSS JOIN LATERAL (
          SELECT e.* FROM "AuditEvent" e WHERE ${span} AND ${isOfId}
          ORDER BY e."id" DESC LIMIT ${limit}
        ) e ORDER BY e."id" DESC LIMIT ${limit}`,
      limit,
      filter,
    };
  };
  if (targets !== undefined)
    return byIds(targets, Prisma.sql`e."targetId" = i."value"`, allOf([isAbout, isActor, others]));
  // A literal, so that PostgreSQL can match the partial index.
  if (actors?.apiKeys.length === 0)
    return byIds(
      actors.operators,
      Prisma.sql`e."actorKind" = 'operator' AND e."actorId" = i."value"`,
      allOf([isAbout, others]),
    );
  if (about !== undefined && actors === undefined) {
    const actions = actionsOf(about);
    const limit = limitOf(actions.length, others);
    // A range instead of an equality: only the index by action yields it in order. With an equality,
    // PostgreSQL may walk an index by id through the whole log for a rare action.
    const upper = smallest([before, toMs === undefined ? undefined : smallestIdAt(toMs)]);
    const isAbove =
      fromMs === undefined
        ? Prisma.sql`e."action" >= a."action"`
        : Prisma.sql`(e."action", e."id") >= (a."action", ${smallestIdAt(fromMs)})`;
    const isBelow =
      upper === undefined
        ? Prisma.sql`e."action" <= a."action"`
        : Prisma.sql`(e."action", e."id") < (a."action", ${upper})`;
    const ofAction = Prisma.sql`
      SELECT e.* FROM "AuditEvent" e
      WHERE e."tenancyId" = ${ctx.tenancy.id} AND ${isAbove} AND ${isBelow}
      ORDER BY e."action" DESC, e."id" DESC LIMIT ${limit}`;
    return {
      rows: Prisma.sql`
        SELECT e.* FROM unnest(${actions}::text[]) AS a("action")
        CROSS JOIN LATERAL (${ofAction}) e ORDER BY e."id" DESC LIMIT ${limit}`,
      limit,
      filter: others,
    };
  }
  const filter = allOf([isAbout, isActor, others]);
  const limit = filter === undefined ? pageLimit : limits.searchedRows;
  // Events with a reason have an index of their own.
  const isRead = reason === undefined ? span : allOf([span, Prisma.sql`e."reason" IS NOT NULL`]);
  const rows = Prisma.sql`
    SELECT e.* FROM "AuditEvent" e WHERE ${isRead} ORDER BY e."id" DESC LIMIT ${limit}`;
  return { rows, limit, filter };
}

const Scanned = z.object({ searched: z.int(), lastSearched: z.string().nullable() });
// Without a match there is one row, with a null id.
const ScannedRow = z.union([Scanned.extend({ id: z.null() }), ShownEvent.extend(Scanned.shape)]);

async function readPage(
  ctx: TenancyContext,
  resolved: Omit<ResolvedFilter, "isPartial">,
  pageSize: number,
): Promise<Read> {
  const { rows, limit, filter: rest } = planScan(ctx, resolved, pageSize + 1);
  const found = await ctx.db.query(ScannedRow)`
    WITH searched AS MATERIALIZED (${rows})
    SELECT s.*, ${eventColumns}
    FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (
      SELECT e.* FROM searched e WHERE ${rest ?? Prisma.sql`TRUE`}
      ORDER BY e."id" DESC LIMIT ${pageSize + 1}
    ) e ON TRUE
    ${actorJoins}
    ORDER BY e."id" DESC`;
  const { searched = 0, lastSearched = null } = found[0] ?? {};
  const events = found
    .filter((row) => row.id !== null)
    .map(({ searched: _count, lastSearched: _id, ...event }) => event);
  if (events.length > pageSize)
    return {
      events: events.slice(0, pageSize),
      next: events[pageSize - 1]?.id ?? null,
      lookedBackTo: null,
    };
  if (rest === undefined || searched < limit || lastSearched === null)
    return { events, next: null, lookedBackTo: null };
  return { events, next: lastSearched, lookedBackTo: timeOfId(lastSearched) };
}

/**
 * Returns a page of the tenancy's audit log, newest first. Reads one index. If it doesn't cover the
 * filter, the search reads a bounded number of events and the page says how far it got.
 */
export async function findEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): Promise<EventPage> {
  const resolved = await resolve(ctx, filter);
  if (resolved === null) return { events: [], next: null, lookedBackTo: null, isPartial: false };
  return { ...(await readPage(ctx, resolved, pageSize)), isPartial: resolved.isPartial };
}

const Counted = z.object({ searched: z.int(), count: z.int() });

/**
 * Counts the events that match a filter without texts, on all pages. Reads a bounded number of events.
 */
export async function countEvents(
  ctx: TenancyContext,
  { before: _before, ...asked }: Omit<EventFilter, "who" | "target">,
): Promise<BoundedCount> {
  const hasOneRange = asked.about === undefined || actionsOf(asked.about).length === 1;
  const { rows, limit, filter } = planScan(
    ctx,
    { ...asked, actors: undefined, targets: undefined },
    hasOneRange ? limits.countedRows + 1 : limits.searchedRows,
  );
  const [row] = await ctx.db.query(Counted)`
    SELECT count(*)::int AS "searched",
      (count(*) FILTER (WHERE ${filter ?? Prisma.sql`TRUE`}))::int AS "count"
    FROM (${rows}) e`;
  const { searched = 0, count = 0 } = row ?? {};
  return { count, isExact: searched < limit || count > limits.countedRows };
}

/** Yields every matching event in pages, newest first. Reads a page only when it is requested. */
export async function* walkEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): AsyncGenerator<ShownEvent[]> {
  const resolved = await resolve(ctx, filter);
  for (let before = filter.before; resolved !== null;) {
    const { events, next } = await readPage(ctx, { ...resolved, before }, pageSize);
    yield events;
    if (next === null) return;
    before = next;
  }
}
