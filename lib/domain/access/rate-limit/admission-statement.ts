// The statement that counts requests without an API key and runs further CTEs for those within their
// limits. The CTEs, in order:
// - `requests`: the input, one row per request, in order of `turn`
// - `address`: counts all requests, each for its address (an IPv6 /64 counts as one)
// - `site`: counts those within `address` for their IPv6 /48
// - `authorized`: the requests with a live token of `authorize`
// - `overOwn`: those over `address` or `site`
// - `share`: counts the rest, without those of `authorized`, for their network or a known browser
// - `total`: counts those within `share` for the tenancy
// - `refused`: the requests over a limit, with that limit's window
// - `admitted`: the other requests
//
// Each level has a second CTE, such as `addressWindows`, that writes the counters. Only options have
// `authorized`, `overOwn`, `share` and `total`, and only a statement with an IPv6 address has `site`.
// Each count locks its rows in key order, so concurrent requests never exceed a limit and two
// statements never deadlock.

import { callerInput } from "@/lib/domain/access/confirmed-query";
import { isUnusedToken } from "@/lib/domain/access/one-time-token/consume-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** One request of the statement's JSON input. */
export interface RequestRow {
  address: string;
  addressLimit: number;
  /** Undefined: the address is IPv4. */
  site?: string | undefined;
  siteLimit?: number | undefined;
  /** Undefined: the request counts for its address and site only. */
  share?: string | undefined;
  shareLimit?: number;
  /** Undefined: the request doesn't count for the tenancy. */
  total?: string | undefined;
  totalLimit?: number;
  /** A token of `authorize`; its hash is in hex. */
  tokenKind?: string | undefined;
  tokenHash?: string | undefined;
}

/** What a statement does for the admitted requests. */
export interface AdmittedWork {
  /** Further columns of `requests`, beginning with a comma. */
  columns: Prisma.Sql;
  /** Further CTEs, beginning with a comma. */
  ctes: Prisma.Sql;
  /** Further result columns, beginning with a comma. */
  select: Prisma.Sql;
  /** Joins the CTEs to `requests r`. */
  join: Prisma.Sql;
}

const columns = Prisma.raw(`
  "turn" int, "address" text, "addressLimit" int, "site" text, "siteLimit" int, "share" text,
  "shareLimit" int, "total" text, "totalLimit" int, "tokenKind" text, "tokenHash" text`);

/** What a request counts for, in this order. Names a CTE and a column of `requests`. */
type Level = "address" | "site" | "share" | "total";

const identifier = (name: string) => Prisma.raw(`"${name}"`);
const windowsOf = (level: Level) => identifier(`${level}Windows`);

/**
 * The CTEs of one level: the requests that count, ranked among those with the same key, and the
 * windows of their keys after the count. A new window begins when the last one has ended.
 * @param from FROM and WHERE clauses that yield requests `r`
 */
function count(level: Level, from: Prisma.Sql, now: number): Prisma.Sql {
  const key = Prisma.sql`r.${identifier(level)}`;
  const hasEnded = Prisma.sql`c."expire" <= ${now}::bigint`;
  return Prisma.sql`
    ${identifier(level)} AS MATERIALIZED (
      SELECT r."turn", ${key} AS "key", count(*) OVER (PARTITION BY ${key}) AS "count",
        row_number() OVER (PARTITION BY ${key} ORDER BY r."turn") AS "rank"
      ${from} AND ${key} IS NOT NULL
    ), ${windowsOf(level)} AS (
      INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
      SELECT DISTINCT "key", "count", ${now + limits.rateWindowMs}::bigint FROM ${identifier(level)}
      ORDER BY "key"
      ON CONFLICT ("key") DO UPDATE SET
        "points" = CASE WHEN ${hasEnded} THEN excluded."points" ELSE c."points" + excluded."points" END,
        "expire" = CASE WHEN ${hasEnded} THEN excluded."expire" ELSE c."expire" END
      RETURNING "key", "points", "expire"
    )`;
}

/** FROM clause of the counted requests with their window, and whether they exceed its limit. */
const judged = (level: Level) => Prisma.sql`
  FROM (
    SELECT r.*, w."key", w."expire",
      w."points" - l."count" + l."rank" > r.${identifier(`${level}Limit`)} AS "isOver"
    FROM ${identifier(level)} l JOIN ${windowsOf(level)} w ON w."key" = l."key"
      JOIN requests r ON r."turn" = l."turn") r`;

const over = (level: Level) =>
  Prisma.sql`SELECT r."turn", r."key", r."expire" ${judged(level)} WHERE r."isOver"`;

const within = (level: Level) => Prisma.sql`${judged(level)} WHERE NOT r."isOver"`;

interface OwnLimits {
  /** Each ends with a comma. */
  ctes: Prisma.Sql;
  /** The turns over a limit, with its window. */
  over: Prisma.Sql;
}

/** The levels of all requests: the address, and in IPv6 its site. */
function ownLimits(hasSites: boolean, now: number): OwnLimits {
  const address = count("address", Prisma.sql`FROM requests r WHERE TRUE`, now);
  if (!hasSites) return { ctes: Prisma.sql`${address},`, over: over("address") };
  return {
    ctes: Prisma.sql`${address}, ${count("site", within("address"), now)},`,
    over: Prisma.sql`${over("address")} UNION ALL ${over("site")}`,
  };
}

/** The levels of options, which also count for the network and the tenancy. */
function budgets({ tenancy }: TenancyContext, own: OwnLimits, now: number): Prisma.Sql {
  const scope = { tenancyId: tenancy.id, now: new Date(now) };
  const kind = Prisma.sql`r."tokenKind"::"TokenKind"`;
  return Prisma.sql`
    "authorized" AS MATERIALIZED (
      SELECT r."turn" FROM requests r, LATERAL (
        SELECT 1 FROM "OneTimeToken" o
        WHERE o."hash" = decode(r."tokenHash", 'hex') AND ${isUnusedToken(scope, kind)} LIMIT 1) o
    ), "overOwn" AS MATERIALIZED (${own.over}), ${count(
      "share",
      Prisma.sql`
        FROM requests r
        WHERE r."turn" NOT IN (SELECT "turn" FROM "overOwn" UNION ALL SELECT "turn" FROM "authorized")`,
      now,
    )}, ${count("total", within("share"), now)},
    refused AS (
      SELECT * FROM "overOwn" UNION ALL ${over("share")} UNION ALL ${over("total")})`;
}

/**
 * Builds the statement for requests of one tenancy and rate limit.
 * @returns one row per request, in order: the columns of `refused` or null, `isAuthorized`
 * (false unless for options), and those of `work.select`
 */
export function admissionStatement(
  ctx: TenancyContext,
  rows: readonly RequestRow[],
  { now, hasBudgets, work }: { now: number; hasBudgets: boolean; work?: AdmittedWork | undefined },
): Prisma.Sql {
  const input = rows.map((row, turn) => ({ turn, ...row }));
  const all = Prisma.sql`${columns} ${work?.columns ?? Prisma.empty}`;
  const hasSites = rows.some(({ site }) => site !== undefined);
  const own = ownLimits(hasSites, now);
  return Prisma.sql`
    WITH requests AS MATERIALIZED (${callerInput(ctx, input, all)}),
    ${own.ctes} ${hasBudgets ? budgets(ctx, own, now) : Prisma.sql`refused AS (${own.over})`},
    admitted AS MATERIALIZED (
      SELECT r.* FROM requests r WHERE r."turn" NOT IN (SELECT "turn" FROM refused)
    ) ${work?.ctes ?? Prisma.empty}
    SELECT refused."key" AS "refusedKey", refused."expire" AS "refusedUntil",
      ${hasBudgets ? Prisma.sql`r."turn" IN (SELECT "turn" FROM "authorized")` : Prisma.sql`FALSE`} AS "isAuthorized"
      ${work?.select ?? Prisma.empty}
    FROM requests r LEFT JOIN refused ON refused."turn" = r."turn" ${work?.join ?? Prisma.empty}
    ORDER BY r."turn"`;
}
