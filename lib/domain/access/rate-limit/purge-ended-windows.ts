import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

/**
 * Deletes a batch of ended windows, except rows that another transaction has locked.
 * @returns how many were deleted
 */
export function purgeEndedWindows({ db, clock }: Service): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "LimitCounter" WHERE "key" IN (
      SELECT "key" FROM "LimitCounter" WHERE "expire" < ${clock.now()}::bigint
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
}
