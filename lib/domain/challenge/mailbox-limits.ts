import { lifetimes, limits } from "@/lib/limits";
import type { Caller } from "@/lib/domain/context";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

/** How many codes may be requested within how many milliseconds. */
export type RequestLimits = readonly { most: number; withinMs: number }[];

/**
 * The limits on requesting codes (contract §7), for API keys by mailbox and for a visitor's prefix
 * or browser by mailbox.
 */
export const requestLimits = ({
  challengesPerTenMinutes,
  challengesPerDay,
}: Tenancy): RequestLimits => [
  { most: challengesPerTenMinutes, withinMs: lifetimes.challengeWindowMs },
  { most: challengesPerDay, withinMs: lifetimes.dayMs },
];

/** For all visitors of a mailbox together: twice the numbers. */
export const visitorRequestLimits = (tenancy: Tenancy): RequestLimits =>
  requestLimits(tenancy).map(({ most, withinMs }) => ({ most: 2 * most, withinMs }));

const dayBefore = (now: Date) => new Date(now.getTime() - lifetimes.dayMs);

/**
 * Whether `times`, oldest first, are fewer than `most` since then. Looked up, not counted: that
 * costs the same for any number of them.
 */
const areFewer = (times: Prisma.Sql, most: number, since: Date) =>
  Prisma.sql`COALESCE(${times}[cardinality(${times}) - ${most - 1}::int] <= ${since}, TRUE)`;

/** Whether one more request at `now` is within all limits. */
export const isWithin = (times: Prisma.Sql, all: RequestLimits, now: Date) =>
  Prisma.join(
    all.map(({ most, withinMs }) => areFewer(times, most, new Date(now.getTime() - withinMs))),
    " AND ",
  );

/** `times` and those `added` at `now`: oldest first, of the last day, the latest `most` of them. */
const keepLatest = (times: Prisma.Sql, added: Prisma.Sql, most: number, now: Date) => Prisma.sql`
  CASE WHEN ${times}[1] > ${dayBefore(now)} AND ${times}[cardinality(${times})] <= ${now} AND cardinality(${times}) + cardinality(${added}) <= ${most}::int THEN ${times} || ${added}
  ELSE ARRAY(SELECT t FROM (SELECT t FROM unnest(${times} || ${added}) AS t WHERE t > ${dayBefore(now)} ORDER BY t DESC LIMIT ${most}) kept ORDER BY t) END`;

/** `times` and those `added`, as many as the limits need. */
export const keepRequests = (times: Prisma.Sql, added: Prisma.Sql, all: RequestLimits, now: Date) =>
  keepLatest(times, added, Math.max(...all.map(({ most }) => most)), now);

/**
 * What a new challenge gets because of the wrong codes that mailbox `m` had for challenges of its
 * kind (contract §7).
 */
export function restrictions(fromVisitor: boolean, now: Date): Prisma.Sql {
  const wrongAt = fromVisitor ? Prisma.sql`m."visitorWrongAt"` : Prisma.sql`m."wrongAt"`;
  const atLeast = (wrongCodes: number) =>
    Prisma.sql`NOT ${areFewer(wrongAt, wrongCodes, dayBefore(now))}`;
  return Prisma.sql`${atLeast(limits.wrongCodesUntilOneAttempt)} AS "isRestricted", ${atLeast(limits.wrongCodesUntilLongCode)} AS "isLong"`;
}

/**
 * CTE "asked" for API keys: the mailboxes that codes are requested for, counted and locked, without
 * those that a limit refuses.
 * @param from a relation with `email`, each once, and what else must hold
 */
export function askMailboxes(
  { tenancy }: Caller,
  { now, skipsLimits, from }: { now: Date; skipsLimits: boolean; from: Prisma.Sql },
): Prisma.Sql {
  const all = requestLimits(tenancy);
  const askedAt = Prisma.sql`m."askedAt"`;
  return Prisma.sql`
    asked AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, "email", ARRAY[${now}]::timestamptz[], '{}', ${now} ${from} ORDER BY "email"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "askedAt" = ${keepRequests(askedAt, Prisma.sql`excluded."askedAt"`, all, now)}, "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${isWithin(askedAt, all, now)})
      RETURNING m."email", ${restrictions(false, now)}
    )`;
}

/** The wrong codes of the last day of mailbox `m`, by kind of challenge. */
export function wrongCodes(now: Date): Prisma.Sql {
  const count = (times: Prisma.Sql) =>
    Prisma.sql`(SELECT count(*) FROM unnest(${times}) AS t WHERE t > ${dayBefore(now)})`;
  return Prisma.sql`${count(Prisma.sql`m."wrongAt"`)} AS "wrongForKeys", ${count(Prisma.sql`m."visitorWrongAt"`)} AS "wrongForVisitors"`;
}

/**
 * CTE "charged": wrong codes on their mailboxes. @param from a relation with `emailNormalized` and
 * `fromVisitor`, a row for each wrong code
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
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "visitorWrongAt", "updatedAt")
      SELECT ${tenancy.id}, "emailNormalized", '{}', ${added(Prisma.sql`NOT "fromVisitor"`)}, ${added(Prisma.sql`"fromVisitor"`)}, ${now}
      ${from} GROUP BY "emailNormalized" ORDER BY "emailNormalized"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "wrongAt" = ${kept("wrongAt")}, "visitorWrongAt" = ${kept("visitorWrongAt")}, "updatedAt" = excluded."updatedAt"
    )`;
}
