// The start of a statement that counts requests without an API key, and then does its work for those
// within their limits. Its CTEs, in order:
// - `requests`: the input, one row per request, in order of `turn`
// - `address`: counts all requests, each for its address (an IPv6 /64 counts as one)
// - `site`: counts those within `address` for their IPv6 /48
// - `authorized`: the requests with a live token of `authorize`
// - `overOwn`: those over `address` or `site`
// - `share`: counts the rest, without those of `authorized`, for their network or a known browser
// - `budget`: counts those within `share` for the tenancy
// - `refused`: the requests over a limit, with that limit's window
// - `admitted`: the other requests
//
// Each level has a second CTE, such as `addressWindows`, that writes the counters. Only options have
// `authorized`, `overOwn`, `share` and `budget`, and only a statement with an IPv6 address has `site`.
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
  budget?: string | undefined;
  budgetLimit?: number;
  /** A token of `authorize`; its hash is in hex. */
  tokenKind?: string | undefined;
  tokenHash?: string | undefined;
}

/** What counts the requests of a statement, which adds the work for the admitted ones. */
export interface CountingParts {
  /** The CTEs above. A statement continues with its own, which do their work for `admitted`. */
  ctes: Prisma.Sql;
  /**
   * The first result columns: `refusedKey` and `refusedUntil`, null when admitted, and
   * `isAuthorized`, false unless for options.
   */
  columns: Prisma.Sql;
  /** What the statement selects from: each request as row `r`, in any order. */
  requests: Prisma.Sql;
}

const windowColumns = Prisma.raw(`
  "turn" int, "address" text, "addressLimit" int, "site" text, "siteLimit" int, "share" text,
  "shareLimit" int, "budget" text, "budgetLimit" int, "tokenKind" text, "tokenHash" text`);

/** What a request counts for, in this order. Names a CTE and a column of `requests`. */
type Level = "address" | "site" | "share" | "budget";

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
function optionsLimits({ tenancy }: TenancyContext, own: OwnLimits, now: number): Prisma.Sql {
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
    )}, ${count("budget", within("share"), now)},
    refused AS (
      SELECT * FROM "overOwn" UNION ALL ${over("share")} UNION ALL ${over("budget")})`;
}

/**
 * Returns the parts that count requests of one tenancy and rate limit.
 * @param input the request's windows, and columns of the statement's own
 * @param columns defines the statement's own columns of `requests` and `admitted`
 */
export function countingParts(
  ctx: TenancyContext,
  input: readonly RequestRow[],
  {
    now,
    isForOptions,
    columns,
  }: { now: number; isForOptions: boolean; columns?: Prisma.Sql | undefined },
): CountingParts {
  const rows = input.map((row, turn) => ({ turn, ...row }));
  const definitions =
    columns === undefined ? windowColumns : Prisma.sql`${windowColumns}, ${columns}`;
  const own = ownLimits(
    input.some(({ site }) => site !== undefined),
    now,
  );
  return {
    ctes: Prisma.sql`
      requests AS MATERIALIZED (${callerInput(ctx, rows, definitions)}),
      ${own.ctes} ${isForOptions ? optionsLimits(ctx, own, now) : Prisma.sql`refused AS (${own.over})`},
      admitted AS MATERIALIZED (
        SELECT r.* FROM requests r WHERE r."turn" NOT IN (SELECT "turn" FROM refused)
      )`,
    columns: Prisma.sql`refused."key" AS "refusedKey", refused."expire" AS "refusedUntil",
      ${isForOptions ? Prisma.sql`r."turn" IN (SELECT "turn" FROM "authorized")` : Prisma.sql`FALSE`} AS "isAuthorized"`,
    requests: Prisma.sql`requests r LEFT JOIN refused ON refused."turn" = r."turn"`,
  };
}
