import { countMatches } from "@/lib/domain/bounded-scan";
import type { TenancyContext } from "@/lib/domain/context";
import { newestRows } from "@/lib/domain/newest-rows";
import { settings } from "@/lib/domain/tenancy/settings";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { stateOf } from "./shown-challenge";

const [, longestLifeMs] = settings.codeMs.bounds;

/**
 * Counts a tenancy's codes that can still be entered. Reads the codes that are young enough, up to
 * `limits.countedRows`.
 * @returns null when there are more of them
 */
export async function countPendingCodes(ctx: TenancyContext): Promise<number | null> {
  const now = ctx.clock.now();
  const fromMs = now - longestLifeMs;
  const { count, isExact } = await countMatches(
    ctx,
    {
      rows: newestRows({ table: "Challenge", tenancyId: ctx.tenancy.id, fromMs }),
      alias: "c",
      filter: Prisma.sql`${stateOf(new Date(now))} = 'pending'`,
    },
    { bound: limits.countedRows + 1 },
  );
  return isExact && count <= limits.countedRows ? count : null;
}
