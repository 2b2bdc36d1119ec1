// The limits on codes that visitors request (contract §7). A visitor counts on one of two lists:
// - unknown browser: the mailbox's budget for its network prefix, the hourly counters of the prefix
//   and of all visitors, and the mailbox's budget for all visitors
// - known browser: the mailbox's budgets for this browser and for all known browsers. It skips the
//   others, so strangers can't use up what an owner needs.

import { addressPrefix } from "@/lib/domain/base/address-bucket";
import type { Caller } from "@/lib/domain/base/context";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { endOfHour, hourOf } from "./challenge-ceiling";
import {
  isWithin,
  keepRequests,
  type RequestLimits,
  requestLimits,
  restrictions,
  visitorRequestLimits,
} from "./mailbox-limits";

/** A client without an API key that requests a code, on the hosted pages or to sign in to the console. */
export interface Visitor {
  /** Undefined when the server doesn't know client addresses. */
  address?: string | undefined;
  /** Set for a known browser: its cookie lists the mailbox. */
  browserId?: string | undefined;
}

/** A row of `VisitorBudget` for one mailbox, and its limits. */
export interface VisitorBudget {
  visitor: string;
  limits: RequestLimits;
}

/**
 * The per-mailbox budgets that a visitor uses. Known browsers also share one, because signing in
 * without the cookie creates another browser id.
 */
export function budgetsOf(
  { tenancy }: Caller,
  { address, browserId }: Visitor,
): [VisitorBudget] | [VisitorBudget, VisitorBudget] {
  if (browserId === undefined)
    return [{ visitor: `prefix ${addressPrefix(address)}`, limits: requestLimits(tenancy) }];
  return [
    { visitor: `browser ${browserId}`, limits: requestLimits(tenancy) },
    { visitor: "all browsers", limits: visitorRequestLimits(tenancy) },
  ];
}

/** An hourly counter, full at `max`. */
interface Ceiling {
  key: string;
  max: number;
}

/** The hourly counter of all visitors of a tenancy. */
export const visitorCeiling = (
  tenancy: Pick<Tenancy, "id" | "challengesPerHourCeiling">,
  now: Date,
): Ceiling => ({
  key: `challenge-visitors:${tenancy.id}:${hourOf(now)}`,
  max: Math.max(1, Math.floor(tenancy.challengesPerHourCeiling / 2)),
});

/** The hourly counters of all visitors of a tenancy, and of one network prefix. */
export function visitorCeilings(
  { tenancy }: Caller,
  { address }: Visitor,
  now: Date,
): { all: Ceiling; prefix: Ceiling } {
  const all = visitorCeiling(tenancy, now);
  return {
    all,
    prefix: {
      key: `${all.key}:${addressPrefix(address)}`,
      max: Math.max(1, Math.floor(all.max / limits.prefixesPerBudget)),
    },
  };
}

interface Request {
  visitor: Visitor;
  /** As `countedMailbox` returns it. */
  mailbox: string;
  now: Date;
  /** FROM and WHERE clauses. */
  from: Prisma.Sql;
}

const isFull = ({ key, max }: Ceiling) =>
  Prisma.sql`EXISTS (SELECT FROM "LimitCounter" WHERE "key" = ${key} AND "points" >= ${max})`;

/** Counts on an hourly counter. Returns a row, or none when it is full or `from` is empty. */
const countOnCeiling = ({ key, max }: Ceiling, from: Prisma.Sql, now: Date) => Prisma.sql`
  INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
  SELECT ${key}, 1, ${endOfHour(now)} FROM ${from}
  ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + 1
  WHERE c."points" < ${max} RETURNING 1`;

const budgetAskedAt = Prisma.sql`v."askedAt"`;
const mailboxAskedAt = Prisma.sql`m."visitorAskedAt"`;

const isSpent = (caller: Caller, { mailbox, now }: Request, budget: VisitorBudget) => Prisma.sql`
  EXISTS (
    SELECT FROM "VisitorBudget" v
    WHERE v."tenancyId" = ${caller.tenancy.id} AND v."email" = ${mailbox}
      AND v."visitor" = ${budget.visitor} AND NOT (${isWithin(budgetAskedAt, budget.limits, now)}))`;

/** Counts on a mailbox's budget. Returns its `email`, or no row when it is spent or `from` is empty. */
function countOnBudget(
  caller: Caller,
  { mailbox, now }: Request,
  budget: VisitorBudget,
  from: Prisma.Sql,
): Prisma.Sql {
  const added = Prisma.sql`excluded."askedAt"`;
  return Prisma.sql`
    INSERT INTO "VisitorBudget" AS v ("tenancyId", "email", "visitor", "askedAt", "updatedAt")
    SELECT ${caller.tenancy.id}, ${mailbox}, ${budget.visitor}, ARRAY[${now}]::timestamptz[], ${now}
    FROM ${from}
    ON CONFLICT ("tenancyId", "email", "visitor") DO UPDATE
    SET "askedAt" = ${keepRequests(budgetAskedAt, added, budget.limits, now)},
      "updatedAt" = excluded."updatedAt"
    WHERE ${isWithin(budgetAskedAt, budget.limits, now)}
    RETURNING v."email"`;
}

function admitKnownBrowser(
  caller: Caller,
  request: Request,
  [own, shared]: [VisitorBudget, VisitorBudget],
): Prisma.Sql {
  const { id } = caller.tenancy;
  const { from, now } = request;
  // `Mailbox` isn't locked: verification reads the restrictions again.
  return Prisma.sql`
    available AS (
      SELECT 1 ${from}
        AND NOT ${isSpent(caller, request, own)} AND NOT ${isSpent(caller, request, shared)}),
    "onOwn" AS (${countOnBudget(caller, request, own, Prisma.sql`available`)}),
    "onBrowsers" AS (${countOnBudget(caller, request, shared, Prisma.sql`"onOwn"`)}),
    admitted AS (
      SELECT b."email", ${restrictions(true, now)} FROM "onBrowsers" b
      LEFT JOIN "Mailbox" m ON m."tenancyId" = ${id} AND m."email" = b."email"
    )`;
}

function admitUnknownBrowser(caller: Caller, request: Request, own: VisitorBudget): Prisma.Sql {
  const { id } = caller.tenancy;
  const { visitor, mailbox, from, now } = request;
  const { all, prefix } = visitorCeilings(caller, visitor, now);
  const shared = visitorRequestLimits(caller.tenancy);
  const added = Prisma.sql`excluded."visitorAskedAt"`;
  return Prisma.sql`
    available AS (
      SELECT 1 ${from}
        AND NOT ${isSpent(caller, request, own)} AND NOT ${isFull(prefix)} AND NOT ${isFull(all)}
        AND NOT EXISTS (
          SELECT FROM "Mailbox" m WHERE m."tenancyId" = ${id} AND m."email" = ${mailbox}
            AND NOT (${isWithin(mailboxAskedAt, shared, now)}))),
    "onOwn" AS (${countOnBudget(caller, request, own, Prisma.sql`available`)}),
    "onPrefix" AS (${countOnCeiling(prefix, Prisma.sql`"onOwn"`, now)}),
    "onVisitors" AS (${countOnCeiling(all, Prisma.sql`"onPrefix"`, now)}),
    admitted AS (
      INSERT INTO "Mailbox" AS m (
        "tenancyId", "email", "askedAt", "wrongAt", "visitorAskedAt", "updatedAt")
      SELECT ${id}, ${mailbox}, '{}', '{}', ARRAY[${now}]::timestamptz[], ${now} FROM "onVisitors"
      ON CONFLICT ("tenancyId", "email") DO UPDATE
      SET "visitorAskedAt" = ${keepRequests(mailboxAskedAt, added, shared, now)},
        "updatedAt" = excluded."updatedAt"
      WHERE ${isWithin(mailboxAskedAt, shared, now)}
      RETURNING m."email", ${restrictions(true, now)}
    )`;
}

/**
 * CTE `admitted` for a visitor: counts the request on each of the visitor's budgets. Returns the
 * mailbox with its `restrictions`, or no row when a budget refuses.
 * - `available`: one row if all budgets have room when the statement begins, so a refused request
 *   writes nothing
 * - `onOwn`: the mailbox's budget for this network prefix or known browser
 * - `onBrowsers`: the mailbox's budget for all known browsers
 * - `onPrefix`, `onVisitors`: the hourly counters of the prefix and of all visitors
 * - `admitted`: the mailbox's budget for all visitors; a known browser only reads the restrictions
 *
 * Each CTE reads the one before it, so locks are taken in this order and concurrent requests never
 * exceed a budget.
 */
export function admitVisitor(caller: Caller, request: Request): Prisma.Sql {
  const [own, shared] = budgetsOf(caller, request.visitor);
  return shared === undefined
    ? admitUnknownBrowser(caller, request, own)
    : admitKnownBrowser(caller, request, [own, shared]);
}
