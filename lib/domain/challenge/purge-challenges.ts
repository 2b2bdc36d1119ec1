import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";

/**
 * Deletes a batch of challenges that expired more than a day ago. Until then verification can return
 * ChallengeExpired, and the console shows the challenge.
 * @returns how many were deleted
 */
export function purgeChallenges({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Challenge" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "Challenge"
      WHERE "expiresAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "expiresAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Deletes a batch of mailboxes without requests or wrong codes in the last day.
 * @returns how many were deleted
 */
export function purgeMailboxes({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Mailbox" WHERE ("tenancyId", "email") IN (
      SELECT "tenancyId", "email" FROM "Mailbox"
      WHERE "updatedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "updatedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Deletes a batch of visitor budgets without requests in the last day.
 * @returns how many were deleted
 */
export function purgeVisitorBudgets({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "VisitorBudget" WHERE ("tenancyId", "email", "visitor") IN (
      SELECT "tenancyId", "email", "visitor" FROM "VisitorBudget"
      WHERE "updatedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "updatedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
