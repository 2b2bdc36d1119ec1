import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";

/**
 * Deletes a batch of counts older than `activityKeptMs`.
 * @returns how many were deleted
 */
export function purgeActivity({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "ActivityCount" WHERE ("tenancyId", "hour", "metric") IN (
      SELECT "tenancyId", "hour", "metric" FROM "ActivityCount"
      WHERE "hour" < ${new Date(clock.now() - lifetimes.activityKeptMs)}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
