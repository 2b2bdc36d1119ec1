import type { Service } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes, limits } from "@/lib/limits";

/** The smallest id that is kept, for 1, 2, … days. */
const oldestIds = (nowMs: number): string[] =>
  Array.from({ length: limits.timelineDaysMax }, (_, index) =>
    smallestIdAt(nowMs - (index + 1) * lifetimes.dayMs),
  );

/**
 * Deletes a batch of events older than their tenancy's `timelineDays`.
 * @returns the number of deleted rows; `limits.purgeBatchRows` if there may be more
 */
export const purgeEvents = ({ db, clock }: Pick<Service, "db" | "clock">): Promise<number> =>
  // Raw, because Prisma can neither limit a DELETE nor skip locked rows.
  db.$executeRaw`
    DELETE FROM "TimelineEvent" WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM "Tenancy" t CROSS JOIN LATERAL (
        SELECT e.ctid FROM "TimelineEvent" e
        WHERE e."tenancyId" = t."id"
          AND e."id" < (${oldestIds(clock.now())}::text[])[t."timelineDays"] COLLATE "C"
        ORDER BY e."id" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED
      ) e LIMIT ${limits.purgeBatchRows}))`;
