import type { Service } from "@/lib/domain/context";
import { limits } from "@/lib/limits";

/** Deletes one batch of expired tokens, skipping locked rows. Returns how many it deleted. */
export async function purgeExpiredTokens({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "OneTimeToken" WHERE ("tenancyId", "hash") IN (
      SELECT "tenancyId", "hash" FROM "OneTimeToken" WHERE "expiresAt" < ${new Date(clock.now())}
      ORDER BY "expiresAt" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
