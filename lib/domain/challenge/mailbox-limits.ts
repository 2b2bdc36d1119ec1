// The limits of one mailbox (contract §7): requests for codes, and wrong codes. `Mailbox` stores the
// times of both as arrays, oldest first. API keys and visitors have separate arrays.

import { lifetimes, limits } from "@/lib/limits";
import type { Caller } from "@/lib/domain/context";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

/** At most `max` requests within each window. */
export type RequestLimits = readonly { max: number; withinMs: number }[];

/** Limits per mailbox for API keys, and per mailbox and network prefix or browser for visitors. */
export const requestLimits = ({
  challengesPerTenMinutes,
  challengesPerDay,
}: Tenancy): RequestLimits => [
  { max: challengesPerTenMinutes, withinMs: lifetimes.challengeWindowMs },
  { max: challengesPerDay, withinMs: lifetimes.dayMs },
];

/** Limits per mailbox for all visitors together: twice `requestLimits`. */
export const visitorRequestLimits = (tenancy: Tenancy): RequestLimits =>
  requestLimits(tenancy).map(({ max, withinMs }) => ({ max: 2 * max, withinMs }));

/** Milliseconds until every window has room for one more request. */
export function waitMs(
  requestedAt: readonly Date[] | undefined,
  limits: RequestLimits,
  now: Date,
): number {
  const latestFirst = (requestedAt ?? []).map((at) => at.getTime()).sort((a, b) => b - a);
  return Math.max(
    0,
    ...limits.map(
      ({ max, withinMs }) => (latestFirst[max - 1] ?? -Infinity) + withinMs - now.getTime(),
    ),
  );
}

const dayBefore = (now: Date) => new Date(now.getTime() - lifetimes.dayMs);

/**
 * Condition: fewer than `count` of `times` are later than `since`. Reads one array element, so the
 * cost doesn't depend on the length.
 */
const hasFewer = (times: Prisma.Sql, count: number, since: Date) =>
  Prisma.sql`COALESCE(${times}[cardinality(${times}) - ${count - 1}::int] <= ${since}, TRUE)`;

/** Condition: every window has room for one more request at `now`. */
export const isWithin = (times: Prisma.Sql, all: RequestLimits, now: Date) =>
  Prisma.join(
    all.map(({ max, withinMs }) => hasFewer(times, max, new Date(now.getTime() - withinMs))),
    " AND ",
  );

/**
 * Appends `added` (times at `now`) to `times`. Keeps the latest `max` of the last day, oldest first.
 * The first branch avoids sorting when nothing has to be dropped.
 */
const keepLatest = (times: Prisma.Sql, added: Prisma.Sql, max: number, now: Date) => Prisma.sql`
  CASE WHEN ${times}[1] > ${dayBefore(now)} AND ${times}[cardinality(${times})] <= ${now}
    AND cardinality(${times}) + cardinality(${added}) <= ${max}::int
  THEN ${times} || ${added}
  ELSE ARRAY(
    SELECT t FROM (
      SELECT t FROM unnest(${times} || ${added}) AS t WHERE t > ${dayBefore(now)}
      ORDER BY t DESC LIMIT ${max}) kept
    ORDER BY t)
  END`;

/** Appends requests, and keeps as many as the limits compare. */
export const keepRequests = (times: Prisma.Sql, added: Prisma.Sql, all: RequestLimits, now: Date) =>
  keepLatest(times, added, Math.max(...all.map(({ max }) => max)), now);

/**
 * Columns `isRestricted` and `isLong`: what the day's wrong codes of mailbox `m` require of a new
 * challenge. Only wrong codes of the same kind count (API keys or visitors).
 */
export function restrictions(fromVisitor: boolean, now: Date): Prisma.Sql {
  const wrongAt = fromVisitor ? Prisma.sql`m."visitorWrongAt"` : Prisma.sql`m."wrongAt"`;
  const atLeast = (wrongCodes: number) =>
    Prisma.sql`NOT ${hasFewer(wrongAt, wrongCodes, dayBefore(now))}`;
  return Prisma.sql`
    ${atLeast(limits.wrongCodesUntilOneAttempt)} AS "isRestricted",
    ${atLeast(limits.wrongCodesUntilLongCode)} AS "isLong"`;
}

/**
 * CTE `admitted` for API keys: counts a request for each mailbox and locks its row. Returns the
 * mailboxes whose limits allow the request, with their `restrictions`.
 * @param from FROM and WHERE clauses that yield each `email` once
 */
export function admitMailboxes(
  { tenancy }: Caller,
  { now, skipsLimits, from }: { now: Date; skipsLimits: boolean; from: Prisma.Sql },
): Prisma.Sql {
  const all = requestLimits(tenancy);
  const askedAt = Prisma.sql`m."askedAt"`;
  const kept = keepRequests(askedAt, Prisma.sql`excluded."askedAt"`, all, now);
  return Prisma.sql`
    admitted AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, "email", ARRAY[${now}]::timestamptz[], '{}', ${now}
      ${from} ORDER BY "email"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "askedAt" = ${kept}, "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${isWithin(askedAt, all, now)})
      RETURNING m."email", ${restrictions(false, now)}
    )`;
}

/** Columns `wrongForKeys` and `wrongForVisitors`: the day's wrong codes of mailbox `m`. */
export function wrongCodes(now: Date): Prisma.Sql {
  const count = (times: Prisma.Sql) =>
    Prisma.sql`(SELECT count(*) FROM unnest(${times}) AS t WHERE t > ${dayBefore(now)})`;
  return Prisma.sql`
    ${count(Prisma.sql`m."wrongAt"`)} AS "wrongForKeys",
    ${count(Prisma.sql`m."visitorWrongAt"`)} AS "wrongForVisitors"`;
}

/**
 * CTE `charged`: counts wrong codes on their mailboxes.
 * @param from FROM and WHERE clauses that yield `emailNormalized` and `fromVisitor` per wrong code
 */
export function chargeMailboxes(
  { tenancy }: Caller,
  { now, from }: { now: Date; from: Prisma.Sql },
): Prisma.Sql {
  const added = (isOfKind: Prisma.Sql) =>
    Prisma.sql`COALESCE(array_agg(${now}::timestamptz) FILTER (WHERE ${isOfKind}), '{}')`;
  const kept = (column: string) =>
    keepLatest(
      Prisma.raw(`m."${column}"`),
      Prisma.raw(`excluded."${column}"`),
      limits.wrongCodesUntilLongCode,
      now,
    );
  return Prisma.sql`
    charged AS (
      INSERT INTO "Mailbox" AS m (
        "tenancyId", "email", "askedAt", "wrongAt", "visitorWrongAt", "updatedAt")
      SELECT ${tenancy.id}, "emailNormalized", '{}',
        ${added(Prisma.sql`NOT "fromVisitor"`)}, ${added(Prisma.sql`"fromVisitor"`)}, ${now}
      ${from} GROUP BY "emailNormalized" ORDER BY "emailNormalized"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "wrongAt" = ${kept("wrongAt")}, "visitorWrongAt" = ${kept("visitorWrongAt")},
        "updatedAt" = excluded."updatedAt"
    )`;
}
