import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** At most `max` events in a window, which begins with the first event. */
export interface Limit {
  /** At most 255 characters; names the limit and its subject. */
  key: string;
  max: number;
  windowMs: number;
}

const Row = z.object({ key: z.string(), points: z.int(), expire: z.coerce.number() });

/**
 * Counts one event towards each limit, in one statement. Refused events count too; to avoid that,
 * run it in a transaction that rolls back.
 * @param now milliseconds
 * @returns for each limit, the milliseconds until its window ends; 0 when the event is within it
 */
export async function countTowards(
  tx: Pick<Queryable, "query">,
  limits: readonly Limit[],
  now: number,
): Promise<number[]> {
  // Sorted, so that concurrent statements never deadlock.
  const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = sorted.map(
    ({ key, windowMs }) => Prisma.sql`(${key}, 1, ${now + windowMs}::bigint)`,
  );
  const rows = await tx.query(Row)`
    INSERT INTO "LimitCounter" AS c ("key", "points", "expire") VALUES ${Prisma.join(values)}
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN c."expire" <= ${now}::bigint THEN 1 ELSE c."points" + 1 END,
      "expire" = CASE WHEN c."expire" <= ${now}::bigint THEN excluded."expire" ELSE c."expire" END
    RETURNING "key", "points", "expire"`;
  const counted = new Map(rows.map((row) => [row.key, row]));
  return limits.map(({ key, max }) => {
    const row = counted.get(key);
    if (row === undefined) throw new Error("a limit was not counted");
    return row.points <= max ? 0 : Math.max(1, row.expire - now);
  });
}

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
