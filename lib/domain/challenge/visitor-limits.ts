import { limits } from "@/lib/limits";
import type { Caller } from "@/lib/domain/context";
import { addressPrefix } from "@/lib/domain/rate-limit/address-bucket";
import { Prisma } from "@/prisma/generated/client";
import { endOfHour, hourOf } from "./challenge-ceiling";
import {
  isWithin,
  keepRequests,
  requestLimits,
  restrictions,
  visitorRequestLimits,
  type RequestLimits,
} from "./mailbox-limits";

/**
 * Somebody without an API key who requests a code: on the hosted pages or at the console's sign-in.
 */
export interface Visitor {
  /** Absent where the server knows no addresses. */
  address?: string | undefined;
  /** Of the known browser, when its cookie lists the mailbox. */
  browserId?: string | undefined;
}

/** A row of `VisitorBudget` of a mailbox, and what it may reach. */
export interface VisitorBudget {
  visitor: string;
  limits: RequestLimits;
}

/**
 * The budgets of a mailbox that a visitor counts on: its prefix's; or its known browser's, and that
 * of all known browsers of the mailbox, because whoever signs in again without the cookie gets a
 * new browser id.
 */
export function budgetsOf({ tenancy }: Caller, { address, browserId }: Visitor): VisitorBudget[] {
  if (browserId === undefined)
    return [{ visitor: `prefix ${addressPrefix(address)}`, limits: requestLimits(tenancy) }];
  return [
    { visitor: `browser ${browserId}`, limits: requestLimits(tenancy) },
    { visitor: "all browsers", limits: visitorRequestLimits(tenancy) },
  ];
}

/**
 * The hour's counters of all visitors of a tenancy and of one prefix, with what they may reach
 * (contract §7).
 */
export function visitorCeilings({ tenancy }: Caller, { address }: Visitor, now: Date) {
  const half = Math.max(1, Math.floor(tenancy.challengesPerHourCeiling / 2));
  const key = `challenge-visitors:${tenancy.id}:${hourOf(now)}`;
  return {
    all: { key, most: half },
    prefix: {
      key: `${key}:${addressPrefix(address)}`,
      most: Math.max(1, Math.floor(half / limits.prefixesPerBudget)),
    },
  };
}

/** Counts one more on an hour's counter; no row when it is full, or `from` has none. */
const countOn = (
  { key, most }: { key: string; most: number },
  from: Prisma.Sql,
  now: Date,
) => Prisma.sql`
  INSERT INTO "LimitCounter" AS c ("key", "points", "expire") SELECT ${key}, 1, ${endOfHour(now)} FROM ${from}
  ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + 1 WHERE c."points" < ${most} RETURNING 1`;

interface Request {
  visitor: Visitor;
  email: string;
  now: Date;
  /** A condition, and the relations that it reads. */
  from: Prisma.Sql;
}

/**
 * CTE "asked" for a visitor: the mailbox, counted on every budget that the visitor has to respect;
 * no row when one of them refuses.
 * - `open`: a row while all budgets have room as the statement begins, so that a refused request
 * writes nothing
 * - `visited`: the mailbox's budget for this prefix or known browser
 * - `onBrowsers`: the mailbox's budget for all known browsers
 * - `onPrefix`, `onVisitors`: the hour's counters of the prefix and of all visitors; a known
 * browser skips them
 * - `asked`: the mailbox's budget for all visitors, and what its wrong codes ask of the challenge
 *
 * Each reads the one before, so locks are taken in this order, and of many requests at once no more
 * pass than may.
 */
export function askAsVisitor(caller: Caller, { visitor, email, now, from }: Request): Prisma.Sql {
  const { id } = caller.tenancy;
  const [own, browsers] = budgetsOf(caller, visitor);
  if (own === undefined) throw new Error("a visitor has a budget");
  const { all: visitors, prefix } = visitorCeilings(caller, visitor, now);
  const all = visitorRequestLimits(caller.tenancy);
  const [budgetAskedAt, askedAt] = [Prisma.sql`v."askedAt"`, Prisma.sql`m."visitorAskedAt"`];
  const isFull = ({ key, most }: { key: string; most: number }) =>
    Prisma.sql`EXISTS (SELECT FROM "LimitCounter" WHERE "key" = ${key} AND "points" >= ${most})`;
  const isSpent = (budget: VisitorBudget) => Prisma.sql`EXISTS (
    SELECT FROM "VisitorBudget" v WHERE v."tenancyId" = ${id} AND v."email" = ${email} AND v."visitor" = ${budget.visitor} AND NOT (${isWithin(budgetAskedAt, budget.limits, now)}))`;
  const othersRefuse = Prisma.sql`(${isFull(prefix)} OR ${isFull(visitors)}
    OR EXISTS (SELECT FROM "Mailbox" m WHERE m."tenancyId" = ${id} AND m."email" = ${email} AND NOT (${isWithin(askedAt, all, now)})))`;
  const countOnBudget = (budget: VisitorBudget, from: Prisma.Sql) => Prisma.sql`
    INSERT INTO "VisitorBudget" AS v ("tenancyId", "email", "visitor", "askedAt", "updatedAt")
    SELECT ${id}, ${email}, ${budget.visitor}, ARRAY[${now}]::timestamptz[], ${now} FROM ${from}
    ON CONFLICT ("tenancyId", "email", "visitor") DO UPDATE SET "askedAt" = ${keepRequests(budgetAskedAt, Prisma.sql`excluded."askedAt"`, budget.limits, now)}, "updatedAt" = excluded."updatedAt"
    WHERE ${isWithin(budgetAskedAt, budget.limits, now)}
    RETURNING v."email"`;
  const visited = Prisma.sql`
    open AS (SELECT 1 ${from} AND NOT ${isSpent(own)} AND NOT ${browsers === undefined ? othersRefuse : isSpent(browsers)}),
    visited AS (${countOnBudget(own, Prisma.sql`open`)})`;
  // Not locked: what its wrong codes ask of a challenge is asked again whenever a code is checked.
  if (browsers !== undefined)
    return Prisma.sql`${visited}, "onBrowsers" AS (${countOnBudget(browsers, Prisma.sql`visited`)}
    ), asked AS (
      SELECT b."email", ${restrictions(true, now)} FROM "onBrowsers" b LEFT JOIN "Mailbox" m ON m."tenancyId" = ${id} AND m."email" = b."email"
    )`;
  return Prisma.sql`${visited},
    "onPrefix" AS (${countOn(prefix, Prisma.sql`visited`, now)}
    ), "onVisitors" AS (${countOn(visitors, Prisma.sql`"onPrefix"`, now)}
    ), asked AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "visitorAskedAt", "updatedAt")
      SELECT ${id}, ${email}, '{}', '{}', ARRAY[${now}]::timestamptz[], ${now} FROM "onVisitors"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "visitorAskedAt" = ${keepRequests(askedAt, Prisma.sql`excluded."visitorAskedAt"`, all, now)}, "updatedAt" = excluded."updatedAt"
      WHERE ${isWithin(askedAt, all, now)}
      RETURNING m."email", ${restrictions(true, now)}
    )`;
}
