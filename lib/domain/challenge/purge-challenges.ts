import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";

/**
 * Deletes a batch of challenges a day after their end: until then an expired one is told from an
 * unknown one, and the console shows what became of it. @returns how many
 */
export function purgeChallenges({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Challenge" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "Challenge" WHERE "expiresAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "expiresAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/** Deletes a batch of mailboxes of which no limit counts anything any more. @returns how many */
export function purgeMailboxes({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Mailbox" WHERE ("tenancyId", "email") IN (
      SELECT "tenancyId", "email" FROM "Mailbox" WHERE "updatedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "updatedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/** Deletes a batch of visitors' budgets that no limit counts any more. @returns how many */
export function purgeVisitorBudgets({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "VisitorBudget" WHERE ("tenancyId", "email", "visitor") IN (
      SELECT "tenancyId", "email", "visitor" FROM "VisitorBudget" WHERE "updatedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "updatedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
