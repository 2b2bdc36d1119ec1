// The limits of one mailbox (contract §7): requests for codes, and wrong codes. `Mailbox` stores the
// times of both as arrays, oldest first. API keys and visitors have separate arrays.
//
// An address with a tag (user+tag@) counts as the mailbox of the address without it. Only the requests
// of API keys also count per exact address.

import type { Caller } from "@/lib/domain/base/context";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** At most `max` requests within each window. */
export type RequestLimits = readonly { max: number; withinMs: number }[];

/** Limits per address for API keys, and per mailbox and network prefix or browser for visitors. */
export const requestLimits = ({
  challengesPerTenMinutes,
  challengesPerDay,
}: Tenancy): RequestLimits => [
  { max: challengesPerTenMinutes, withinMs: lifetimes.challengeWindowMs },
  { max: challengesPerDay, withinMs: lifetimes.dayMs },
];

const multiple = (factor: number, all: RequestLimits): RequestLimits =>
  all.map(({ max, withinMs }) => ({ max: factor * max, withinMs }));

/** Limits per mailbox for all visitors together: twice `requestLimits`. */
export const visitorRequestLimits = (tenancy: Tenancy): RequestLimits =>
  multiple(2, requestLimits(tenancy));

/** Limits per mailbox for API keys, all tags together: ten times `requestLimits`. */
export const allTagsRequestLimits = (tenancy: Tenancy): RequestLimits =>
  multiple(10, requestLimits(tenancy));

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
 * CTE `admitted` for API keys: counts a request for each address. Returns the addresses whose limits
 * allow the request, with the `restrictions` of their mailbox.
 * - `requested`: the addresses and their mailboxes, without those with a tag that are over their limit
 *   when the statement begins, so that a refused request uses no budget of the mailbox
 * - `onMailbox`: counts on the row of the mailbox, and locks it
 * - `onAddress`: then counts on the row of an address with a tag
 *
 * Rows of mailboxes are locked first, then those of addresses with a tag, each in order, so that two
 * statements never deadlock.
 * @param from FROM and WHERE clauses that yield each `email` and each `mailbox` once
 */
export function admitMailboxes(
  { tenancy }: Caller,
  { now, skipsLimits, from }: { now: Date; skipsLimits: boolean; from: Prisma.Sql },
): Prisma.Sql {
  const own = requestLimits(tenancy);
  const all = allTagsRequestLimits(tenancy);
  const askedAt = Prisma.sql`m."askedAt"`;
  const allAskedAt = Prisma.sql`m."allTagsAskedAt"`;
  const isOwn = isWithin(askedAt, own, now);
  const keptOwn = keepRequests(askedAt, Prisma.sql`excluded."askedAt"`, own, now);
  const keptAll = keepRequests(allAskedAt, Prisma.sql`excluded."allTagsAskedAt"`, all, now);
  const asked = Prisma.sql`ARRAY[${now}]::timestamptz[]`;
  return Prisma.sql`
    requested AS MATERIALIZED (
      SELECT "email", "mailbox" FROM (SELECT "email", "mailbox" ${from}) r
      WHERE ${skipsLimits} OR r."email" = r."mailbox" OR NOT EXISTS (
        SELECT FROM "Mailbox" m
        WHERE m."tenancyId" = ${tenancy.id} AND m."email" = r."email" AND NOT (${isOwn}))
    ), "onMailbox" AS (
      INSERT INTO "Mailbox" AS m (
        "tenancyId", "email", "askedAt", "allTagsAskedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, "mailbox", CASE WHEN "email" = "mailbox" THEN ${asked} ELSE '{}' END,
        ${asked}, '{}', ${now}
      FROM requested ORDER BY "mailbox"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "askedAt" = ${keptOwn}, "allTagsAskedAt" = ${keptAll}, "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits}
        OR ((cardinality(excluded."askedAt") = 0 OR (${isOwn}))
          AND ${isWithin(allAskedAt, all, now)})
      RETURNING m."email" AS "mailbox", ${restrictions(false, now)}
    ), "onAddress" AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, r."email", ${asked}, '{}', ${now}
      FROM requested r JOIN "onMailbox" b ON b."mailbox" = r."mailbox"
      WHERE r."email" <> r."mailbox" ORDER BY r."email"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "askedAt" = ${keptOwn}, "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${isOwn})
      RETURNING m."email"
    ), admitted AS (
      SELECT r."email", b."isRestricted", b."isLong"
      FROM requested r JOIN "onMailbox" b ON b."mailbox" = r."mailbox"
      WHERE r."email" = r."mailbox" OR r."email" IN (SELECT "email" FROM "onAddress")
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
 * @param from FROM and WHERE clauses that yield `mailbox` and `fromVisitor` per wrong code
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
      SELECT ${tenancy.id}, "mailbox", '{}',
        ${added(Prisma.sql`NOT "fromVisitor"`)}, ${added(Prisma.sql`"fromVisitor"`)}, ${now}
      ${from} GROUP BY "mailbox" ORDER BY "mailbox"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "wrongAt" = ${kept("wrongAt")}, "visitorWrongAt" = ${kept("visitorWrongAt")},
        "updatedAt" = excluded."updatedAt"
    )`;
}
