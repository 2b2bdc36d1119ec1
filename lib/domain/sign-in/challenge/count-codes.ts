import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { settings } from "@/lib/domain/base/tenancy/settings";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type ChallengeState, challengeStates, stateOf } from "./shown-challenge";

const [, longestLifeMs] = settings.codeMs.bounds;

/** The codes requested in a time range, as the email log lists them. */
export interface CodeCounts {
  /** Null when there are too many to count. */
  pending: number | null;
  /** Null when there are too many, or some are already deleted from the log. */
  byState: Record<ChallengeState, number> | null;
}

const Row = z.object({ state: z.enum(challengeStates), count: z.int() });

/** Counts the codes requested since `fromMs` by their state; null if they are more than a list counts. */
async function countStates(
  { db, clock, tenancy }: TenancyContext,
  fromMs: number,
): Promise<Record<ChallengeState, number> | null> {
  const rows = newestRows({ table: "Challenge", tenancyId: tenancy.id, fromMs });
  const bound = limits.searchedRows + 1;
  // Raw, because Prisma can't group a limited query.
  const found = await db.query(Row)`
    SELECT c."state", count(*)::int AS "count"
    FROM (
      SELECT ${stateOf(new Date(clock.now()))} AS "state"
      FROM (${rows(Prisma.raw(String(bound)))}) c
    ) c
    GROUP BY 1`;
  const counts = { pending: 0, verified: 0, expired: 0, exhausted: 0, replaced: 0, deleted: 0 };
  for (const { state, count } of found) counts[state] = count;
  return Object.values(counts).reduce((sum, count) => sum + count, 0) < bound ? counts : null;
}

/**
 * Counts a tenancy's codes since `fromMs`. The log keeps a code for a day after it expires, so that all
 * states are known for the last day only. Reads up to `limits.searchedRows` codes, as the list does.
 */
export async function countCodes(ctx: TenancyContext, fromMs: number): Promise<CodeCounts> {
  const nowMs = ctx.clock.now();
  const byState = fromMs < nowMs - lifetimes.dayMs ? null : await countStates(ctx, fromMs);
  if (byState !== null) return { pending: byState.pending, byState };
  const youngest = await countStates(ctx, Math.max(fromMs, nowMs - longestLifeMs));
  return { pending: youngest?.pending ?? null, byState: null };
}
