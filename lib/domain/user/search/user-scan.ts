import { allOf, type Scan } from "@/lib/domain/base/bounded-scan";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { matchesFilter, type UserFilter, type UserOrder } from "./user-filter";

// Scans that read users in an order, each along an index:
// - by time and by email: the indexes of "User"; disabled users have one of their own, by time
// - by last sign-in: the sign-ins of the timeline, newest first, and then the users who have none there,
//   by time. An index on a column of "User" would need a write for each sign-in.

/** The last user of the previous page. */
export interface UserPosition {
  /** The `sub`; the id of the sign-in if the list is ordered by it. */
  id: string;
  emailNormalized: string | null;
  /** By last sign-in: the page ended among the users without one, and `id` is a `sub`. */
  hasNoSignIn?: boolean;
}

interface UserList {
  order: UserOrder;
  after: UserPosition | null;
  filter: UserFilter;
}

/** The condition on rows after a position, and their order. Emails can repeat, `sub` can't. */
function walkOf({ order, after }: UserList): { range: Prisma.Sql; by: Prisma.Sql } {
  const isDescending = order === "newest" || order === "email-descending";
  const [compare, direction] = isDescending
    ? [Prisma.raw("<"), Prisma.raw("DESC")]
    : [Prisma.raw(">"), Prisma.raw("ASC")];
  if (order === "newest" || order === "oldest")
    return {
      range: after === null ? Prisma.sql`TRUE` : Prisma.sql`u."sub" ${compare} ${after.id}`,
      by: Prisma.sql`u."sub" ${direction}`,
    };
  return {
    range:
      after === null || after.emailNormalized === null
        ? Prisma.sql`u."emailNormalized" IS NOT NULL`
        : Prisma.sql`
          (u."emailNormalized", u."sub") ${compare} (${after.emailNormalized}, ${after.id})`,
    by: Prisma.sql`u."emailNormalized" ${direction}, u."sub" ${direction}`,
  };
}

/** The scan of users by time or by email. Their `id` is the `sub`. */
export function scanStoredUsers(tenancyId: string, list: UserList): Scan {
  const { range, by } = walkOf(list);
  const { state, ...others } = list.filter;
  const isByTime = list.order === "newest" || list.order === "oldest";
  const hasIndex = state === "disabled" && isByTime;
  const isRead = allOf([
    Prisma.sql`u."tenancyId" = ${tenancyId}`,
    range,
    hasIndex && matchesFilter({ state }),
  ]);
  return {
    rows: (bound) => Prisma.sql`
      SELECT u.*, u."sub" AS "id" FROM "User" u WHERE ${isRead} ORDER BY ${by} LIMIT ${bound}`,
    alias: "u",
    filter: matchesFilter(hasIndex ? others : list.filter),
    bound: limits.consoleScanRows,
  };
}

const signIns = ["sign-in.succeeded", "sign-in.by-code"] as const;

/** The sign-in is the user's last one, as far as their next events show, a bounded number. */
const isLastSignIn = Prisma.sql`NOT EXISTS (
  SELECT FROM (
    SELECT l."kind" FROM "TimelineEvent" l
    WHERE l."tenancyId" = u."tenancyId" AND l."sub" IS NOT NULL AND l."sub" = u."sub"
      AND l."id" > u."id"
    ORDER BY l."id" LIMIT ${limits.consoleScanRows}
  ) l WHERE l."kind" = ANY (${[...signIns]}::text[]))`;

function scanSignedInUsers(tenancyId: string, { after, filter }: UserList): Scan {
  const newest = newestRows({
    table: "TimelineEvent",
    tenancyId,
    by: { column: "kind", values: signIns },
    before: after?.id,
  });
  return {
    rows: (bound) => Prisma.sql`
      SELECT u.*, e."id" FROM (${newest(bound)}) e
      JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = e."sub" ORDER BY e."id" DESC`,
    alias: "u",
    filter: allOf([isLastSignIn, matchesFilter(filter)]),
    bound: limits.consoleScanRows,
  };
}

/** The user has no sign-in among their newest events, as many as `isLastSignIn` looks at. */
const hasNoSignIn = Prisma.sql`NOT EXISTS (
  SELECT FROM (
    SELECT l."kind" FROM "TimelineEvent" l
    WHERE l."tenancyId" = u."tenancyId" AND l."sub" IS NOT NULL AND l."sub" = u."sub"
    ORDER BY l."id" DESC LIMIT ${limits.consoleScanRows}
  ) l WHERE l."kind" = ANY (${[...signIns]}::text[]))`;

function scanUsersWithoutSignIn(tenancyId: string, { after, filter }: UserList): Scan {
  const scan = scanStoredUsers(tenancyId, { order: "newest", after, filter });
  return { ...scan, filter: allOf([scan.filter, hasNoSignIn]) };
}

/**
 * The scans of a list of users, one after the other. Their `id` is their position in the list: the
 * `sub`, but the id of the sign-in in a scan of sign-ins.
 */
export function scansOf(tenancyId: string, list: UserList): Scan[] {
  if (list.order !== "last-sign-in") return [scanStoredUsers(tenancyId, list)];
  if (list.after?.hasNoSignIn === true) return [scanUsersWithoutSignIn(tenancyId, list)];
  const rest = scanUsersWithoutSignIn(tenancyId, { ...list, after: null });
  return [scanSignedInUsers(tenancyId, list), rest];
}
