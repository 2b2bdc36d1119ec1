import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { lifetimes } from "@/lib/limits";

/**
 * Deletes a batch of challenges that expired more than a day ago. Until then verification can return
 * ChallengeExpired, and the console shows the challenge.
 */
export const purgeChallenges = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "Challenge", "expiresAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of mailboxes without requests or wrong codes in the last day. */
export const purgeMailboxes = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "Mailbox", "updatedAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of visitor budgets without requests in the last day. */
export const purgeVisitorBudgets = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "VisitorBudget", "updatedAt", clock.now() - lifetimes.dayMs);
