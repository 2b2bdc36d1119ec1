// The statement that counts a browser's request, one line per CTE:
// - `t`: the tenancy, and whether this request counts at all (`counts`)
// - `authorized`: one row if the request carries a live token of `authorize`
// - `address`: counts the request for its address (an IPv6 /64 counts as one address)
// - `share`: counts it for its network, or for a known browser
// - `total`: counts it for the tenancy
// - `prefetch`: what the caller adds to the round trip
//
// Each count returns the window's state. `share` counts only what `address` admits, and `total` only
// what `share` admits. A request with a live token skips both. Each count locks its row, so
// concurrent requests never exceed a limit.

import { limits } from "@/lib/limits";
import { isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { localhostOf } from "@/lib/domain/tenancy/origin";
import { tenancyColumns, type Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

interface Statement {
  tenancyId: string;
  now: number;
  keys: { address: string; share: string; total: string };
  /** The setting that limits an address. */
  addressLimit: keyof Tenancy;
  page: { origin: string | null; clientId: string | null } | undefined;
  token: { kind: "registration" | "authentication"; value: string } | undefined;
  countsShare: boolean;
  countsTotal: boolean;
  /** Builds the CTE "prefetch". */
  prefetch:
    ((scope: { tenancyId: string; now: Date }, isAdmitted: Prisma.Sql) => Prisma.Sql) | undefined;
}

const noRow = Prisma.sql`SELECT 1 WHERE FALSE`;

/** Counts one request in the key's window. Begins a new window when the last one has ended. */
function count(key: string, now: number, from: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
    SELECT ${key}, 1, ${now}::bigint + ${limits.rateWindowMs} FROM ${from}
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN c."expire" <= ${now}::bigint THEN 1 ELSE c."points" + 1 END,
      "expire" = CASE WHEN c."expire" <= ${now}::bigint THEN excluded."expire" ELSE c."expire" END
    RETURNING c."points", c."expire"`;
}

/**
 * Condition: the request counts. A refused origin or client id doesn't, or a hostile page could use
 * up a tenancy's budget through its visitors' browsers. The caller refuses such a request later, by
 * the returned tenancy.
 */
function countsFor(page: Statement["page"]): Prisma.Sql {
  if (page === undefined) return Prisma.sql`t."suspendedAt" IS NULL`;
  const { origin, clientId } = page;
  const isLocalhost =
    origin !== null && localhostOf({ environment: "development" }, origin) !== null;
  return Prisma.sql`
    t."suspendedAt" IS NULL
    AND (${origin}::text IS NULL OR ${origin} = ANY (t."allowedOrigins")
      OR (${isLocalhost} AND t."environment" = 'development'))
    AND (CASE WHEN ${clientId}::text IS NULL THEN NOT t."requireClientId"
      ELSE t."clientId" = ${clientId} END)`;
}

/** Builds the statement. It returns no row if there is no such tenancy. */
export function countRequestStatement({
  tenancyId,
  now,
  keys,
  addressLimit,
  page,
  token,
  countsShare,
  countsTotal,
  prefetch,
}: Statement): Prisma.Sql {
  const at = new Date(now);
  const addressPoints = Prisma.sql`"address"."points"`;
  const withinAddress = Prisma.sql`
    t, "address" WHERE ${addressPoints} <= t.${Prisma.raw(`"${addressLimit}"`)}`;
  const withinShare = Prisma.sql`
    t, "share"
    WHERE "share"."points" <= GREATEST(1, t."optionsPerMinute" / ${limits.prefixesPerBudget}::int)`;
  const authorized =
    token === undefined
      ? noRow
      : Prisma.sql`
        SELECT 1 FROM "OneTimeToken" o
        WHERE ${isLiveToken({ tenancyId, now: at }, token.kind, token.value)}`;
  const share = countsShare
    ? count(keys.share, now, Prisma.sql`${withinAddress} AND NOT EXISTS (SELECT FROM "authorized")`)
    : noRow;
  const total = countsTotal ? count(keys.total, now, withinShare) : noRow;
  const prefetched =
    prefetch?.({ tenancyId, now: at }, Prisma.sql`EXISTS (SELECT 1 FROM ${withinAddress})`) ??
    Prisma.sql`"prefetch" AS (${noRow})`;
  return Prisma.sql`
    WITH t AS (
      SELECT ${tenancyColumns}, ${countsFor(page)} AS "counts"
      FROM "Tenancy" t WHERE t."id" = ${tenancyId}
    ), "authorized" AS (${authorized}
    ), "address" AS (${count(keys.address, now, Prisma.sql`t WHERE t."counts"`)}
    ), "share" AS (${share}
    ), "total" AS (${total}
    ), ${prefetched}
    SELECT row_to_json(t) AS "tenancy", EXISTS (SELECT FROM "authorized") AS "isAuthorized",
      (SELECT row_to_json("address") FROM "address") AS "address",
      (SELECT row_to_json("share") FROM "share") AS "share",
      (SELECT row_to_json("total") FROM "total") AS "total",
      (SELECT row_to_json("prefetch") FROM "prefetch") AS "prefetched"
    FROM t`;
}
