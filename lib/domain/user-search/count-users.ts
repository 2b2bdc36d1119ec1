import { z } from "zod";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { TenancyContext } from "@/lib/domain/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { isUserFiltered, matchesFilter, type UserFilter } from "./user-filter";

const Row = z.object({ searched: z.int(), count: z.int() });

/** Reads a bounded number of the newest users; only disabled ones by their own index. */
export function countStatement(tenancyId: string, { state, ...others }: UserFilter): Prisma.Sql {
  const isDisabled = state === "disabled";
  const rest = isDisabled ? others : { state, ...others };
  return Prisma.sql`
    SELECT count(*)::int AS "searched",
      (count(*) FILTER (WHERE ${matchesFilter(rest)}))::int AS "count"
    FROM (
      SELECT * FROM "User" u
      WHERE u."tenancyId" = ${tenancyId} AND ${matchesFilter(isDisabled ? { state } : {})}
      ORDER BY u."sub" DESC LIMIT ${limits.countedRows + 1}
    ) u`;
}

/**
 * Counts the users that match a filter, among the newest of a tenancy. Raw, because it counts
 * matches of a limited query.
 */
export async function countUsers(
  { db, tenancy }: TenancyContext,
  filter: UserFilter,
): Promise<BoundedCount> {
  const [row] = await db.query(Row)(countStatement(tenancy.id, filter));
  const { searched = 0, count = 0 } = row ?? {};
  const { state: _state, ...others } = filter;
  const isIndexed = filter.state === "disabled" && !isUserFiltered(others);
  return { count, isExact: isIndexed || searched <= limits.countedRows };
}
