import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";

/**
 * Deletes a batch of outbox rows a day after they expire.
 * @returns how many were deleted
 */
export function purgeOutbox({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "OutboxMail" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "OutboxMail"
      WHERE "expiresAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "expiresAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Deletes a batch of local emails a day after they arrived.
 * @returns how many were deleted
 */
export function purgeInbox({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "InboxMail" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "InboxMail"
      WHERE "receivedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "receivedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
