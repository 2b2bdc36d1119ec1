import { z } from "zod";
import { smallestIdAt } from "@/lib/domain/audit/event-time";
import type { TenancyContext } from "@/lib/domain/context";
import { settingBounds } from "@/lib/domain/tenancy/settings";
import { limits } from "@/lib/limits";
import { stateOf } from "./shown-challenge";

const Row = z.object({ read: z.int(), pending: z.int() });
const [, longestLifeMs] = settingBounds.codeMs;

/**
 * Counts a tenancy's codes that can still be entered. Reads the codes that are young enough, up to
 * `limits.countedRows`.
 * @returns null when there are more of them
 */
export async function countPendingCodes({
  db,
  clock,
  tenancy,
}: TenancyContext): Promise<number | null> {
  const now = clock.now();
  // Raw, because Prisma cannot aggregate by condition over a limited query.
  const [{ read, pending } = { read: 0, pending: 0 }] = await db.query(Row)`
    SELECT count(*)::int AS "read",
      count(*) FILTER (WHERE ${stateOf(new Date(now))} = 'pending')::int AS "pending"
    FROM (
      SELECT c.* FROM "Challenge" c
      WHERE c."tenancyId" = ${tenancy.id} AND c."id" >= ${smallestIdAt(now - longestLifeMs)}
      ORDER BY c."id" LIMIT ${limits.countedRows + 1}
    ) c`;
  return read > limits.countedRows ? null : pending;
}
