import {
  allOf,
  type BoundedCount,
  countMatches,
  emptyPage,
  type Page,
  readPage,
  type Scan,
  walkPages,
} from "@/lib/domain/base/bounded-scan";
import type { Actor, TenancyContext } from "@/lib/domain/base/context";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { type IndexedValues, newestRows, type Span } from "@/lib/domain/base/newest-rows";
import { actionsOf } from "@/lib/domain/record/audit/audit-actions";
import { actorJoins, eventColumns, ShownEvent } from "@/lib/domain/record/audit/shown-event";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type Actors, findActors, findTargets } from "./resolve-parties";

/** Who does what an audit event records. */
export const actorKinds = [
  "operator",
  "apiKey",
  "browser",
  "system",
  "configurationFile",
] as const satisfies Actor["kind"][];

export interface EventFilter extends Span {
  /** An action, or the part of actions before the dot. */
  about?: string | undefined;
  actorKind?: Actor["kind"] | undefined;
  /** Part of an operator's email or name or of an API key's name, or an id. */
  who?: string | undefined;
  /** An id or its start, or part of the email or name of a user or an operator. */
  target?: string | undefined;
  /** Part of the reason, in any case. */
  reason?: string | undefined;
}

export interface EventPage extends Page<ShownEvent> {
  /** A text names more actors or targets than the search covers. */
  isPartial: boolean;
}

/** A filter whose texts were resolved to ids. */
interface ResolvedFilter extends Omit<EventFilter, "who" | "target"> {
  actors?: Actors | undefined;
  targets?: string[] | undefined;
}

interface Found {
  resolved: ResolvedFilter;
  isPartial: boolean;
  /** Whether a text was resolved to ids. */
  isNamed: boolean;
}

/** Returns null if a text names no one, and so no event matches. */
async function resolve(
  ctx: TenancyContext,
  { who, target, ...filter }: EventFilter,
): Promise<Found | null> {
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
    resolved: { ...filter, actors, targets: targets?.ids },
    isPartial: actors?.isPartial === true || targets?.isPartial === true,
    isNamed: (who ?? target) !== undefined,
  };
}

const isByActors = ({ operators, apiKeys }: Actors) => Prisma.sql`(
  e."actorKind" = 'operator' AND e."actorId" = ANY(${operators})
  OR e."actorKind" = 'apiKey' AND e."actorId" = ANY(${apiKeys}))`;

// A literal, so that PostgreSQL can match the partial indexes.
const byOperators = Prisma.sql`e."actorKind" = 'operator'`;

/**
 * Reads by target; else by operator, if the text names no API key; else by action, if there is no such
 * text; else the events with a reason; else those of operators, or all. Other conditions become the
 * filter.
 */
function scanOf(
  { tenancy }: TenancyContext,
  { about, actorKind, actors, targets, reason, ...span }: ResolvedFilter,
): Scan {
  const actions = about === undefined ? undefined : actionsOf(about);
  const isAbout = actions !== undefined && Prisma.sql`e."action" = ANY(${actions})`;
  const isActor = actors !== undefined && isByActors(actors);
  const others = allOf([
    reason !== undefined &&
      Prisma.sql`lower(e."reason") LIKE lower(${`%${escapePattern(reason)}%`}::text)`,
    actorKind !== undefined && Prisma.sql`e."actorKind" = ${actorKind}`,
  ]);
  const scan = (
    read: { by?: IndexedValues; where?: Prisma.Sql | undefined },
    filter: Prisma.Sql | undefined,
  ): Scan => ({
    rows: newestRows({ table: "AuditEvent", tenancyId: tenancy.id, ...span, ...read }),
    alias: "e",
    filter,
    // Each value has a range of its own.
    bound: Math.floor(limits.searchedRows / Math.max(1, read.by?.values.length ?? 1)),
  });
  if (targets !== undefined)
    return scan({ by: { column: "targetId", values: targets } }, allOf([isAbout, isActor, others]));
  if (actors?.apiKeys.length === 0)
    return scan(
      {
        by: { column: "actorId", values: actors.operators },
        where: byOperators,
      },
      allOf([isAbout, others]),
    );
  if (actions !== undefined && actors === undefined)
    return scan({ by: { column: "action", values: actions } }, others);
  // Events with a reason, and those of operators, have an index of their own.
  if (reason === undefined && actorKind === "operator")
    return scan({ where: byOperators }, allOf([isAbout, isActor]));
  const where = reason === undefined ? undefined : Prisma.sql`e."reason" IS NOT NULL`;
  return scan({ where }, allOf([isAbout, isActor, others]));
}

const shownEvents = { Row: ShownEvent, columns: eventColumns, joins: actorJoins };

/** How many events match a filter on all pages, whichever page the filter names. */
function countFound(ctx: TenancyContext, { resolved, isNamed }: Found): Promise<BoundedCount> {
  const scan = scanOf(ctx, { ...resolved, before: undefined });
  const hasOneRange = scan.bound === limits.searchedRows;
  if (hasOneRange) return countMatches(ctx, scan);
  return countMatches(ctx, scan, { bound: isNamed ? scan.bound : limits.searchedRows });
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
  const found = await resolve(ctx, filter);
  if (found === null) return { ...emptyPage, isPartial: false };
  const page = await readPage(ctx, scanOf(ctx, found.resolved), shownEvents, pageSize);
  return { ...page, isPartial: found.isPartial };
}

/**
 * Counts the events that match a filter, on all pages. Reads a bounded number of events: fewer of each
 * name that a text stands for, if it stands for several.
 */
export async function countEvents(ctx: TenancyContext, filter: EventFilter): Promise<BoundedCount> {
  const found = await resolve(ctx, filter);
  return found === null ? { count: 0, isExact: true } : countFound(ctx, found);
}

/** Does both, and resolves the filter only once. */
export async function findAndCountEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): Promise<EventPage & { total: BoundedCount }> {
  const found = await resolve(ctx, filter);
  if (found === null) return { ...emptyPage, isPartial: false, total: { count: 0, isExact: true } };
  const [page, total] = await Promise.all([
    readPage(ctx, scanOf(ctx, found.resolved), shownEvents, pageSize),
    countFound(ctx, found),
  ]);
  return { ...page, isPartial: found.isPartial, total };
}

/** Yields the events of all pages. Like the pages, it covers a limited number of actors and targets. */
export async function* walkEvents(
  ctx: TenancyContext,
  filter: EventFilter,
  pageSize: number,
): AsyncGenerator<ShownEvent[]> {
  const found = await resolve(ctx, filter);
  if (found === null) return;
  yield* walkPages((before = filter.before) =>
    readPage(ctx, scanOf(ctx, { ...found.resolved, before }), shownEvents, pageSize),
  );
}
