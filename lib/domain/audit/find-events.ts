import { z } from "zod";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { actionsOf } from "./action-words";
import { smallestIdAt, timeOfId } from "./event-time";

const Row = z.object({
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Email of an operator or name of an API key; null for other actors and deleted ones. */
  actorName: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  /** Null until the event is sealed. */
  sealId: z.string().nullable(),
});

/** An event as the console shows it. */
export type ShownEvent = z.infer<typeof Row>;

export interface EventFilter {
  /** The part of an action before the dot. */
  family?: string | undefined;
  /** An operator's normalized email, or the id of an operator or API key. */
  actor?: { email: string } | { id: string } | undefined;
  target?: string | undefined;
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
}

type Actor = { kind: "operator" | "apiKey"; id: string } | "unknown" | undefined;

async function findActor(
  { db, tenancy }: TenancyContext,
  actor: EventFilter["actor"],
): Promise<Actor> {
  if (actor === undefined) return undefined;
  if ("email" in actor) {
    // Operators are users of the system tenancy, whichever tenancy they work in.
    const user = await db.user.findFirst({
      where: {
        tenancy: { isSystem: true },
        emailNormalized: actor.email,
        OR: [{ emailVerified: true }, { emailVouched: true }],
      },
      select: { sub: true },
    });
    return user === null ? "unknown" : { kind: "operator", id: user.sub };
  }
  const key = await db.apiKey.findUnique({
    where: { tenancyId_id: { tenancyId: tenancy.id, id: actor.id } },
    select: { id: true },
  });
  return { kind: key === null ? "operator" : "apiKey", id: actor.id };
}

const smallest = (ids: (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).sort()[0];

interface Scan {
  /** Selects events in the order of their ids, by an index. */
  rows: Prisma.Sql;
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
  filter: EventFilter,
  { actor, limit }: { actor: Exclude<Actor, "unknown">; limit: number },
): Scan {
  const { family, target, fromMs, toMs, before } = filter;
  const span = allOf([
    Prisma.sql`e."tenancyId" = ${ctx.tenancy.id}`,
    before === undefined ? undefined : Prisma.sql`e."id" < ${before}`,
    fromMs === undefined ? undefined : Prisma.sql`e."id" >= ${smallestIdAt(fromMs)}`,
    toMs === undefined ? undefined : Prisma.sql`e."id" < ${smallestIdAt(toMs)}`,
  ]);
  const isFamily =
    family === undefined ? undefined : Prisma.sql`e."action" = ANY(${actionsOf(family)})`;
  const isActor =
    actor === undefined
      ? undefined
      : Prisma.sql`e."actorKind" = ${actor.kind} AND e."actorId" = ${actor.id}`;
  const by = (index: Prisma.Sql, rest: Prisma.Sql | undefined): Scan => ({
    rows: Prisma.sql`
      SELECT e.* FROM "AuditEvent" e WHERE ${span} AND ${index}
      ORDER BY e."id" DESC LIMIT ${rest === undefined ? limit : limits.searchedRows}`,
    filter: rest,
  });
  if (target !== undefined)
    return by(Prisma.sql`e."targetId" = ${target}`, allOf([isFamily, isActor]));
  // A literal, so that PostgreSQL can match the partial index.
  if (actor?.kind === "operator")
    return by(Prisma.sql`e."actorKind" = 'operator' AND e."actorId" = ${actor.id}`, isFamily);
  if (family !== undefined && actor === undefined) {
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
        SELECT e.* FROM unnest(${actionsOf(family)}::text[]) AS a("action")
        CROSS JOIN LATERAL (${ofAction}) e ORDER BY e."id" DESC LIMIT ${limit}`,
    };
  }
  return by(Prisma.sql`TRUE`, allOf([isFamily, isActor]));
}

const Scanned = z.object({ searched: z.int(), lastSearched: z.string().nullable() });
// Without a match there is one row, with a null id.
const ScannedRow = z.union([Scanned.extend({ id: z.null() }), Row.extend(Scanned.shape)]);

/**
 * Returns a page of the tenancy's audit log, newest first. Reads one index. If it doesn't cover the
 * filter, the search reads a bounded number of events and the page says how far it got.
 */
export async function findEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): Promise<EventPage> {
  const actor = await findActor(ctx, filter.actor);
  if (actor === "unknown") return { events: [], next: null, lookedBackTo: null };
  const { rows, filter: rest } = planScan(ctx, filter, { actor, limit: pageSize + 1 });
  const found = await ctx.db.query(ScannedRow)`
    WITH searched AS MATERIALIZED (${rows})
    SELECT s.*, e."id", e."action", e."actorKind", e."actorId", e."targetKind", e."targetId",
      e."detail", e."reason", e."requestId", e."address", e."createdAt", e."sealId",
      CASE e."actorKind" WHEN 'operator' THEN u."email" WHEN 'apiKey' THEN k."name" END AS "actorName"
    FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (
      SELECT e.* FROM searched e WHERE ${rest ?? Prisma.sql`TRUE`}
      ORDER BY e."id" DESC LIMIT ${pageSize + 1}
    ) e ON TRUE
    LEFT JOIN "User" u ON u."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem")
      AND u."sub" = e."actorId" AND e."actorKind" = 'operator'
    LEFT JOIN "ApiKey" k ON k."tenancyId" = e."tenancyId" AND k."id" = e."actorId"
      AND e."actorKind" = 'apiKey'
    ORDER BY e."id" DESC`;
  const { searched = 0, lastSearched = null } = found[0] ?? {};
  const events = found.filter((row) => row.id !== null);
  if (events.length > pageSize)
    return {
      events: events.slice(0, pageSize),
      next: events[pageSize - 1]?.id ?? null,
      lookedBackTo: null,
    };
  if (rest === undefined || searched < limits.searchedRows || lastSearched === null)
    return { events, next: null, lookedBackTo: null };
  return { events, next: lastSearched, lookedBackTo: timeOfId(lastSearched) };
}

/** Yields every matching event in pages, newest first. Reads a page only when it is requested. */
export async function* walkEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): AsyncGenerator<ShownEvent[]> {
  for (let before = filter.before; ;) {
    const { events, next } = await findEvents(ctx, { ...filter, before }, pageSize);
    yield events;
    if (next === null) return;
    before = next;
  }
}
