import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { isUserFiltered, matchesFilter, type UserFilter } from "./user-filter";
import type { UserOrder } from "./user-order";

// Statements that read users in an order, each along an index:
// - by time and by email: the indexes of "User"; disabled users have one of their own, by time
// - by last sign-in: the sign-ins of the timeline, newest first. An index on a column of "User" would
//   need a write for each sign-in.
// Conditions that the index doesn't cover go to `rest`, and then the scan reads a bounded number.

/** The last user of the previous page. */
export interface UserPosition {
  /** The `sub`; the id of the sign-in if the list is ordered by it. */
  key: string;
  emailNormalized: string | null;
}

export interface UserScan {
  order: UserOrder;
  after: UserPosition | null;
  filter: UserFilter;
  rows: number;
}

interface ScannedUsers {
  /** Selects users `u`, with the `key` of their position and their `number` in the order. */
  users: Prisma.Sql;
  /** Further condition on user `u`; null if the index covers the whole filter. */
  rest: Prisma.Sql | null;
  /** How many rows `users` reads at most. */
  limit: number;
}

/** The condition on rows after a position, and their order. Emails can repeat, `sub` can't. */
function walkOf({ order, after }: UserScan): { range: Prisma.Sql; by: Prisma.Sql } {
  const isDescending = order === "newest" || order === "email-descending";
  const [compare, direction] = isDescending
    ? [Prisma.raw("<"), Prisma.raw("DESC")]
    : [Prisma.raw(">"), Prisma.raw("ASC")];
  if (order === "newest" || order === "oldest")
    return {
      range: after === null ? Prisma.sql`TRUE` : Prisma.sql`u."sub" ${compare} ${after.key}`,
      by: Prisma.sql`u."sub" ${direction}`,
    };
  return {
    range:
      after === null || after.emailNormalized === null
        ? Prisma.sql`u."emailNormalized" IS NOT NULL`
        : Prisma.sql`
          (u."emailNormalized", u."sub") ${compare} (${after.emailNormalized}, ${after.key})`,
    by: Prisma.sql`u."emailNormalized" ${direction}, u."sub" ${direction}`,
  };
}

function scanStoredUsers(tenancyId: string, scan: UserScan): ScannedUsers {
  const { range, by } = walkOf(scan);
  const { state, ...others } = scan.filter;
  const isByTime = scan.order === "newest" || scan.order === "oldest";
  const hasIndex = state === "disabled" && isByTime;
  const rest = hasIndex ? others : scan.filter;
  const limit = isUserFiltered(rest) ? limits.consoleScanRows : scan.rows;
  const users = Prisma.sql`
    SELECT u.*, u."sub" AS "key", row_number() OVER () AS "number" FROM (
      SELECT * FROM "User" u
      WHERE u."tenancyId" = ${tenancyId} AND ${range}
        AND ${matchesFilter(hasIndex ? { state } : {})}
      ORDER BY ${by} LIMIT ${limit}
    ) u`;
  return { users, rest: isUserFiltered(rest) ? matchesFilter(rest) : null, limit };
}

const signIns = ["sign-in.succeeded", "sign-in.by-code"] as const;

// ULIDs are smaller.
const afterAllIds = "~";

/** The sign-in is the user's last one, as far as their next events show, a bounded number. */
const isLastSignIn = Prisma.sql`NOT EXISTS (
  SELECT FROM (
    SELECT l."kind" FROM "TimelineEvent" l
    WHERE l."tenancyId" = u."tenancyId" AND l."sub" IS NOT NULL AND l."sub" = u."sub"
      AND l."id" > u."key"
    ORDER BY l."id" LIMIT ${limits.consoleScanRows}
  ) l WHERE l."kind" = ANY (${[...signIns]}::text[]))`;

/** Ranges and an order by both columns, so that PostgreSQL reads the index by kind. */
function scanSignedInUsers(tenancyId: string, { after, filter }: UserScan): ScannedUsers {
  const limit = limits.consoleScanRows;
  const ofKind = signIns.map(
    (kind) => Prisma.sql`(
      SELECT e."id", e."sub" FROM "TimelineEvent" e
      WHERE e."tenancyId" = ${tenancyId} AND (e."kind", e."id") >= (${kind}, '')
        AND (e."kind", e."id") < (${kind}, ${after?.key ?? afterAllIds})
      ORDER BY e."kind" DESC, e."id" DESC LIMIT ${limit})`,
  );
  const users = Prisma.sql`
    SELECT u.*, e."id" AS "key", row_number() OVER (ORDER BY e."id" DESC) AS "number" FROM (
      SELECT * FROM (${Prisma.join(ofKind, " UNION ALL ")}) e ORDER BY e."id" DESC LIMIT ${limit}
    ) e JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = e."sub"`;
  return { users, rest: Prisma.sql`${isLastSignIn} AND ${matchesFilter(filter)}`, limit };
}

/** Reads along the index of an order. */
export const scanUsers = (tenancyId: string, scan: UserScan): ScannedUsers =>
  (scan.order === "last-sign-in" ? scanSignedInUsers : scanStoredUsers)(tenancyId, scan);
