import { randomInt } from "node:crypto";
import { lifetimes } from "@/lib/config";
import { hasScope } from "@/lib/domain/api-key/scope";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

// One row for a whole tenancy would let its creations take turns on each commit; so eight of them are counted on, and
// only close to the ceiling one alone, which makes it exact.
const shards = 8;
const margin = 256;

const hourOf = (now: Date) => Math.floor(now.getTime() / lifetimes.hourMs);
const keysOf = (ctx: TenancyContext, now: Date) => Array.from({ length: shards }, (_, shard) => `challenges:${ctx.tenancy.id}:${hourOf(now)}:${shard}`);

/** When the hour that counts ends, in ms. */
export const endOfHour = (now: Date) => (hourOf(now) + 1) * lifetimes.hourMs;

/** Once an hour somebody should hear of it. */
export const alarmKey = (ctx: TenancyContext, now: Date) => `challenge-alarm:${ctx.tenancy.id}:${hourOf(now)}`;

export const skipsCeiling = ({ actor }: TenancyContext) => actor.kind === "apiKey" && hasScope(actor.scopes, "challenges:skip-ceiling");

/** CTE "used": how much of the hour's ceiling is, in all and on the exact row. */
export function readCeiling(ctx: TenancyContext, now: Date): Prisma.Sql {
  const [exact = "", ...others] = keysOf(ctx, now);
  return Prisma.sql`
    used AS (
      SELECT COALESCE(sum("points"), 0)::int AS "total", COALESCE(sum("points") FILTER (WHERE "key" <> ${exact}), 0)::int AS "others"
      FROM "LimitCounter" WHERE "key" IN (${Prisma.join([exact, ...others])})
    )`;
}

/** Whether there was room when the statement began. */
export const isUnderCeiling = (ctx: TenancyContext) => Prisma.sql`(${skipsCeiling(ctx)} OR used."total" < ${ctx.tenancy.challengesPerHourCeiling})`;

/** CTE "counted": one more for each row of "asked"; none when the ceiling is reached. Needs "used". */
export function countUnderCeiling(ctx: TenancyContext, now: Date): Prisma.Sql {
  const keys = keysOf(ctx, now);
  const ceiling = ctx.tenancy.challengesPerHourCeiling;
  const isNear = Prisma.sql`used."total" >= ${ceiling - margin}`;
  return Prisma.sql`
    counted AS (
      INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
      SELECT CASE WHEN ${isNear} THEN ${keys[0]} ELSE ${keys[randomInt(shards)]} END, 1, ${endOfHour(now)} FROM asked, used
      ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + 1
      WHERE ${skipsCeiling(ctx)} OR (SELECT NOT (${isNear}) OR c."points" + used."others" < ${ceiling} FROM used)
      RETURNING 1
    )`;
}
