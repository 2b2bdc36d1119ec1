import type { TenancyContext } from "@/lib/domain/base/context";
import { findTimeline } from "@/lib/domain/history/timeline-search/find-timeline";

export const wrongCodeReason = "InvalidChallengeCode";

const eventsRead = 20;

/**
 * Returns when a wrong code was last entered for a challenge, in ms. Reads the newest wrong codes of its
 * mailbox; null if none of them was for the challenge.
 */
export async function findLastWrongCode(
  ctx: TenancyContext,
  { id, email }: { id: string; email: string },
): Promise<number | null> {
  const search = { who: email, reason: wrongCodeReason };
  const { entries } = await findTimeline(ctx, search, eventsRead);
  return entries.find(({ challenge }) => challenge?.id === id)?.at ?? null;
}
