import { randomInt } from "node:crypto";
import { lifetimes } from "@/lib/limits";
import { hasScope } from "@/lib/domain/api-key/scope";
import type { Caller } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

// One row for a whole tenancy would let its creations take turns on each commit; so eight of them
// are counted on, and only close to the ceiling one alone, which makes it exact. Several at once
// are counted only well before that.
const shards = 8;
const margin = 256;

/** The hour that counts: whole hours since 1970. */
export const hourOf = (now: Date) => Math.floor(now.getTime() / lifetimes.hourMs);
const keysOf = (ctx: Caller, now: Date) =>
  Array.from(
    { length: shards },
    (_, shard) => `challenges:${ctx.tenancy.id}:${hourOf(now)}:${shard}`,
  );

/** When the hour that counts ends, in ms. */
export const endOfHour = (now: Date) => (hourOf(now) + 1) * lifetimes.hourMs;

/** Counts the alarms of an hour, so that only the first refusal records one. */
export const alarmKey = (
  ctx: Caller,
  now: Date,
  alarm: "challenge-alarm" | "challenge-visitor-alarm",
) => `${alarm}:${ctx.tenancy.id}:${hourOf(now)}`;

export const skipsCeiling = ({ actor }: Caller) =>
  actor.kind === "apiKey" && hasScope(actor.scopes, "challenges:skip-ceiling");

/** CTE "used": how much of the hour's ceiling is, in all and on the exact row. */
export function readCeiling(ctx: Caller, now: Date): Prisma.Sql {
  const [exact = "", ...others] = keysOf(ctx, now);
  return Prisma.sql`
    used AS (
      SELECT COALESCE(sum("points"), 0)::int AS "total", COALESCE(sum("points") FILTER (WHERE "key" <> ${exact}), 0)::int AS "others"
      FROM "LimitCounter" WHERE "key" IN (${Prisma.join([exact, ...others])})
    )`;
}

/**
 * Whether there was room for `count` challenges when the statement began: ample room, where there
 * are several.
 */
export const isUnderCeiling = (ctx: Caller, count: number) =>
  Prisma.sql`(${skipsCeiling(ctx)} OR used."total" < ${ctx.tenancy.challengesPerHourCeiling - (count === 1 ? 0 : 2 * margin + count)})`;

/**
 * CTE "counted": as many more as there are rows of "asked"; no row when the ceiling is reached, or
 * nothing was asked. Needs "used".
 */
export function countUnderCeiling(ctx: Caller, now: Date): Prisma.Sql {
  const keys = keysOf(ctx, now);
  const ceiling = ctx.tenancy.challengesPerHourCeiling;
  const isNear = Prisma.sql`used."total" >= ${ceiling - margin}`;
  return Prisma.sql`
    counted AS (
      INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
      SELECT CASE WHEN ${isNear} THEN ${keys[0]} ELSE ${keys[randomInt(shards)]} END, asked."count", ${endOfHour(now)}
      FROM (SELECT count(*)::int AS "count" FROM asked) asked, used WHERE asked."count" > 0
      ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + excluded."points"
      WHERE ${skipsCeiling(ctx)} OR (SELECT NOT (${isNear}) OR c."points" + used."others" < ${ceiling} FROM used)
      RETURNING 1
    )`;
}
