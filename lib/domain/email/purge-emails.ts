import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";

/** Deletes a batch of outbox rows a day after their end. @returns how many */
export function purgeMails({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "OutboxMail" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "OutboxMail" WHERE "expiresAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "expiresAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}

/** Deletes a batch of local mails a day after they came. @returns how many */
export function purgeInbox({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "InboxMail" WHERE ("tenancyId", "id") IN (
      SELECT "tenancyId", "id" FROM "InboxMail" WHERE "receivedAt" < ${new Date(clock.now() - lifetimes.dayMs)}
      ORDER BY "receivedAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
