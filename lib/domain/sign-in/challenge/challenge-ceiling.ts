// The hourly ceiling on the challenges of a tenancy (contract §7).
//
// One counter row per tenancy would make its creations wait for each other's commits. So the hour
// has `shards` rows, and each creation counts on a random one. Within `margin` of the ceiling,
// creations count on the first row only: its lock makes the check exact. A batch counts as a whole,
// so it is admitted only well below that margin.

import { randomInt } from "node:crypto";
import { hasScope } from "@/lib/domain/access/api-key/scope";
import type { Caller } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

const shards = 8;
const margin = 256;

/** The current hour, in whole hours since 1970. */
export const hourOf = (now: Date) => Math.floor(now.getTime() / lifetimes.hourMs);
/** Keys of the rows that count a tenancy's challenges of this hour. */
export const usageKeys = (tenancyId: string, now: Date) =>
  Array.from({ length: shards }, (_, shard) => `challenges:${tenancyId}:${hourOf(now)}:${shard}`);

/** When the current hour ends, in ms. */
export const endOfHour = (now: Date) => (hourOf(now) + 1) * lifetimes.hourMs;

/** Key of the counter that limits a ceiling to one audit event per hour. */
export const alarmKey = (
  ctx: Caller,
  now: Date,
  alarm: "challenge-alarm" | "challenge-visitor-alarm",
) => `${alarm}:${ctx.tenancy.id}:${hourOf(now)}`;

export const skipsCeiling = ({ actor }: Caller) =>
  actor.kind === "apiKey" && hasScope(actor.scopes, "challenges:skip-ceiling");

/** CTE `usage`: challenges created this hour, in total and outside the first row. */
export function readUsage(ctx: Caller, now: Date): Prisma.Sql {
  const [first = "", ...others] = usageKeys(ctx.tenancy.id, now);
  return Prisma.sql`
    usage AS (
      SELECT COALESCE(sum("points"), 0)::int AS "total",
        COALESCE(sum("points") FILTER (WHERE "key" <> ${first}), 0)::int AS "others"
      FROM "LimitCounter" WHERE "key" IN (${Prisma.join([first, ...others])})
    )`;
}

/**
 * Condition: `usage` leaves room for `count` challenges. A batch (`count` above 1) needs room far
 * from the ceiling.
 */
export function isUnderCeiling(ctx: Caller, count: number): Prisma.Sql {
  const reserve = count === 1 ? 0 : 2 * margin + count;
  return Prisma.sql`(
    ${skipsCeiling(ctx)} OR usage."total" < ${ctx.tenancy.challengesPerHourCeiling - reserve})`;
}

/**
 * CTE `counted`: adds the number of `admitted` rows to the hour's usage. Returns one row, or none
 * when the ceiling is reached or `admitted` is empty. Reads `usage` and `admitted`.
 */
export function countUnderCeiling(ctx: Caller, now: Date): Prisma.Sql {
  const keys = usageKeys(ctx.tenancy.id, now);
  const ceiling = ctx.tenancy.challengesPerHourCeiling;
  const isNear = Prisma.sql`usage."total" >= ${ceiling - margin}`;
  return Prisma.sql`
    counted AS (
      INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
      SELECT CASE WHEN ${isNear} THEN ${keys[0]} ELSE ${keys[randomInt(shards)]} END,
        added."count", ${endOfHour(now)}
      FROM (SELECT count(*)::int AS "count" FROM admitted) added, usage WHERE added."count" > 0
      ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + excluded."points"
      WHERE ${skipsCeiling(ctx)}
        OR (SELECT NOT (${isNear}) OR c."points" + usage."others" < ${ceiling} FROM usage)
      RETURNING 1
    )`;
}
