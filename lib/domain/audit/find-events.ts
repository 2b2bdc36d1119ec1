import { z } from "zod";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { actionsOf } from "./action-words";
import { leastIdAt, timeOfId } from "./event-time";

const Row = z.object({
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Email of an operator, name of an API key; null for others, and for one that is gone. */
  actorName: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  /** Number of its seal; null until it has one. */
  sealId: z.string().nullable(),
});

/** An event as the console shows it. */
export type ShownEvent = z.infer<typeof Row>;

export interface EventFilter {
  /** What stands before the dot of an action. */
  family?: string | undefined;
  /** An operator's email in its compared form, or the id of an operator or API key. */
  actor?: { email: string } | { id: string } | undefined;
  target?: string | undefined;
  /** Milliseconds; from the one on, and before the other. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** Events older than this one. */
  before?: string | undefined;
}

export interface EventPage {
  events: ShownEvent[];
  /** What `before` has to be for the next page; null at the end. */
  next: string | null;
  /**
   * Set when the search stopped here (ms) with a page that is not full: what it looks for has no
   * index.
   */
  lookedBackTo: number | null;
}

type Actor = { kind: "operator" | "apiKey"; id: string } | "nobody" | undefined;

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
    return user === null ? "nobody" : { kind: "operator", id: user.sub };
  }
  const key = await db.apiKey.findUnique({
    where: { tenancyId_id: { tenancyId: tenancy.id, id: actor.id } },
    select: { id: true },
  });
  return { kind: key === null ? "operator" : "apiKey", id: actor.id };
}

const least = (ids: (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).sort()[0];

interface Scan {
  /** Events in the order of their ids, by an index. */
  rows: Prisma.Sql;
  /** What remains to be asked of them; undefined where the index has answered all. */
  also?: Prisma.Sql | undefined;
}

const both = (conditions: (Prisma.Sql | undefined)[]): Prisma.Sql | undefined => {
  const asked = conditions.filter((condition) => condition !== undefined);
  return asked.length === 0 ? undefined : Prisma.join(asked, " AND ");
};

/** Chooses the index that leaves least to ask. */
function planScan(
  ctx: TenancyContext,
  filter: EventFilter,
  { actor, most }: { actor: Exclude<Actor, "nobody">; most: number },
): Scan {
  const { family, target, fromMs, toMs, before } = filter;
  const span = both([
    Prisma.sql`e."tenancyId" = ${ctx.tenancy.id}`,
    before === undefined ? undefined : Prisma.sql`e."id" < ${before}`,
    fromMs === undefined ? undefined : Prisma.sql`e."id" >= ${leastIdAt(fromMs)}`,
    toMs === undefined ? undefined : Prisma.sql`e."id" < ${leastIdAt(toMs)}`,
  ]);
  const isFamily =
    family === undefined ? undefined : Prisma.sql`e."action" = ANY(${actionsOf(family)})`;
  const isActor =
    actor === undefined
      ? undefined
      : Prisma.sql`e."actorKind" = ${actor.kind} AND e."actorId" = ${actor.id}`;
  const by = (index: Prisma.Sql, also: Prisma.Sql | undefined): Scan => ({
    rows: Prisma.sql`SELECT e.* FROM "AuditEvent" e WHERE ${span} AND ${index} ORDER BY e."id" DESC LIMIT ${also === undefined ? most : limits.searchedRows}`,
    also,
  });
  if (target !== undefined)
    return by(Prisma.sql`e."targetId" = ${target}`, both([isFamily, isActor]));
  // Written out, so that the partial index is known to fit.
  if (actor?.kind === "operator")
    return by(Prisma.sql`e."actorKind" = 'operator' AND e."actorId" = ${actor.id}`, isFamily);
  if (family !== undefined && actor === undefined) {
    // Asked for as a range, of which only the index by action is in order: of an equality
    // PostgreSQL would know that any index by id is, and read the whole log for an action that is
    // rare.
    const upper = least([before, toMs === undefined ? undefined : leastIdAt(toMs)]);
    const isAbove =
      fromMs === undefined
        ? Prisma.sql`e."action" >= a."action"`
        : Prisma.sql`(e."action", e."id") >= (a."action", ${leastIdAt(fromMs)})`;
    const isBelow =
      upper === undefined
        ? Prisma.sql`e."action" <= a."action"`
        : Prisma.sql`(e."action", e."id") < (a."action", ${upper})`;
    const ofAction = Prisma.sql`SELECT e.* FROM "AuditEvent" e WHERE e."tenancyId" = ${ctx.tenancy.id} AND ${isAbove} AND ${isBelow} ORDER BY e."action" DESC, e."id" DESC LIMIT ${most}`;
    return {
      rows: Prisma.sql`SELECT e.* FROM unnest(${actionsOf(family)}::text[]) AS a("action") CROSS JOIN LATERAL (${ofAction}) e ORDER BY e."id" DESC LIMIT ${most}`,
    };
  }
  return by(Prisma.sql`TRUE`, both([isFamily, isActor]));
}

const Scanned = z.object({ searched: z.int(), lastSearched: z.string().nullable() });

/**
 * A page of the tenancy's audit log, newest first, by one index; what no index answers is asked of
 * a bounded number of events, and the page says how far it looked.
 */
export async function findEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  most: number,
): Promise<EventPage> {
  const actor = await findActor(ctx, filter.actor);
  if (actor === "nobody") return { events: [], next: null, lookedBackTo: null };
  const { rows, also } = planScan(ctx, filter, { actor, most: most + 1 });
  const found = await ctx.run(Prisma.sql`
    WITH searched AS MATERIALIZED (${rows})
    SELECT s.*, e."id", e."action", e."actorKind", e."actorId", e."targetKind", e."targetId", e."detail", e."requestId", e."address", e."createdAt", e."sealId",
      CASE e."actorKind" WHEN 'operator' THEN u."email" WHEN 'apiKey' THEN k."name" END AS "actorName"
    FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (SELECT e.* FROM searched e WHERE ${also ?? Prisma.sql`TRUE`} ORDER BY e."id" DESC LIMIT ${most + 1}) e ON TRUE
    LEFT JOIN "User" u ON u."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem") AND u."sub" = e."actorId" AND e."actorKind" = 'operator'
    LEFT JOIN "ApiKey" k ON k."tenancyId" = e."tenancyId" AND k."id" = e."actorId" AND e."actorKind" = 'apiKey'
    ORDER BY e."id" DESC`);
  const { searched, lastSearched } = Scanned.parse(found[0]);
  // Where nothing was found, what was searched stands in a row of its own.
  const events = Row.array().parse(
    found.filter((row) => Scanned.extend({ id: z.string().nullable() }).parse(row).id !== null),
  );
  if (events.length > most)
    return {
      events: events.slice(0, most),
      next: events[most - 1]?.id ?? null,
      lookedBackTo: null,
    };
  if (also === undefined || searched < limits.searchedRows || lastSearched === null)
    return { events, next: null, lookedBackTo: null };
  return { events, next: lastSearched, lookedBackTo: timeOfId(lastSearched) };
}

/**
 * Every event that the filter leaves, newest first, a page at a time and each page when it is asked
 * for.
 */
export async function* walkEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  most: number,
): AsyncGenerator<ShownEvent[]> {
  for (let before = filter.before; ;) {
    const { events, next } = await findEvents(ctx, { ...filter, before }, most);
    yield events;
    if (next === null) return;
    before = next;
  }
}
