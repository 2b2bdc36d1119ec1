import { allOf, type Scan } from "@/lib/domain/base/bounded-scan";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

const signIn = "sign-in.succeeded";

/** The sign-in is the passkey's last one, as far as its user's next events show, a bounded number. */
const isLastUse = Prisma.sql`NOT EXISTS (
  SELECT FROM (
    SELECT l."kind", l."passkeyId" FROM "TimelineEvent" l
    WHERE l."tenancyId" = p."tenancyId" AND l."sub" IS NOT NULL AND l."sub" = p."sub"
      AND l."id" > p."position"
    ORDER BY l."id" LIMIT ${limits.consoleScanRows}
  ) l WHERE l."kind" = ${signIn} AND l."passkeyId" = p."id")`;

/** The passkey wasn't deleted or moved to another user since. */
const isStillTheirs = Prisma.sql`p."id" IS NOT NULL`;

/**
 * Scans the passkeys of the timeline's sign-ins, the last used first. Every sign-in would have to
 * update an index on `lastUsedAt`. A row's position is the id of its sign-in. Sign-ins with deleted and
 * moved passkeys are rows without a passkey, so that the scan counts what it reads.
 */
export function scanUsedPasskeys(
  tenancyId: string,
  { after, filter }: { after: string | undefined; filter: Prisma.Sql | undefined },
): Scan {
  const newest = newestRows({
    table: "TimelineEvent",
    tenancyId,
    by: { column: "kind", values: [signIn] },
    before: after,
  });
  return {
    rows: (bound) => Prisma.sql`
      SELECT p.*, NULL AS "name", e."id" AS "position" FROM (${newest(bound)}) e
      LEFT JOIN "Passkey" p
        ON p."tenancyId" = ${tenancyId} AND p."id" = e."passkeyId" AND p."sub" = e."sub"
      ORDER BY e."id" DESC`,
    alias: "p",
    filter: allOf([isStillTheirs, isLastUse, filter]),
    bound: limits.consoleScanRows,
  };
}
