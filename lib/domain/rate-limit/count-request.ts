import { z } from "zod";
import { limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { localhostOf } from "@/lib/domain/tenancy/origin";
import { Tenancy, tenancyColumns } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";
import { addressBucket, addressPrefix } from "./address-bucket";
import { findCachedRefusal, cacheRefusal } from "./cached-refusal";

/** The endpoints that a browser calls without a key, by the limit that they share (contract §1). */
export type RateLimitRule = "options" | "verification" | "exchange";

const perAddress = {
  options: "optionsPerMinutePerAddress",
  verification: "verificationsPerMinutePerAddress",
  exchange: "exchangesPerMinutePerAddress",
} as const satisfies Record<RateLimitRule, keyof Tenancy>;

/** A token of `authorize` that a request for options carries. */
export interface AuthorizationToken {
  kind: "registration" | "authentication";
  value: string;
}

/** Who asks; what decides whether the request counts. Without `page`, whoever asks does. */
export interface Caller {
  address?: string | undefined;
  page?: { origin: string | null; clientId: string | null };
  /**
   * While it is live, the request counts for its address alone. A dead or invented token changes
   * nothing.
   */
  token?: AuthorizationToken | undefined;
  /**
   * Of a known browser on the hosted pages: it has a budget of its own instead of a part of the
   * tenancy's.
   */
  browserId?: string | undefined;
}

/**
 * Further CTEs for the same round trip, the last of them named "prefetch" with at most one row.
 * What they change they change only where `isAdmitted` holds.
 */
export type Prefetch = (
  scope: { tenancyId: string; now: Date },
  isAdmitted: Prisma.Sql,
) => Prisma.Sql;

export interface CountedRequest {
  /** Null when there is none of that id. */
  tenancy: Tenancy | null;
  /** 0 within the limits, else milliseconds until the window ends. */
  waitMs: number;
  /** The ride's row as JSON; null when it has none or was refused. */
  prefetched: unknown;
}

const Window = z.object({ points: z.int(), expire: z.int() }).nullable();
const Row = z.object({
  tenancy: Tenancy.extend({ suspendedAt: z.coerce.date().nullable() }),
  isAuthorized: z.boolean(),
  address: Window,
  share: Window,
  total: Window,
  prefetched: z.unknown(),
});

/** How much of a tenancy's budget one network may use (contract §1, §7). */
const prefixShareOf = (total: number) => Math.max(1, Math.floor(total / limits.prefixesPerBudget));

/**
 * Clocks of two instances differ, so the window may have begun a little later than now; nobody
 * waits longer than one.
 */
const waitUntil = (endMs: number, now: number) =>
  Math.min(Math.max(1, endMs - now), limits.rateWindowMs);

/** Counts one in the window of a key, or begins the window anew when it has ended. */
function count(key: string, now: number, from: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
    SELECT ${key}, 1, ${now}::bigint + ${limits.rateWindowMs} FROM ${from}
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN c."expire" <= ${now}::bigint THEN 1 ELSE c."points" + 1 END,
      "expire" = CASE WHEN c."expire" <= ${now}::bigint THEN excluded."expire" ELSE c."expire" END
    RETURNING c."points", c."expire"`;
}

// What is refused for its origin or client id counts nothing, or a hostile page could use up a
// tenancy's budget with its visitors' browsers. Who is refused is decided on the row that comes
// back.
function countsFor({ page }: Caller): Prisma.Sql {
  if (page === undefined) return Prisma.sql`t."suspendedAt" IS NULL`;
  const { origin, clientId } = page;
  const onLocalhost =
    origin !== null && localhostOf({ environment: "development" }, origin) !== null;
  return Prisma.sql`
    t."suspendedAt" IS NULL
    AND (${origin}::text IS NULL OR ${origin} = ANY (t."allowedOrigins") OR (${onLocalhost} AND t."environment" = 'development'))
    AND (CASE WHEN ${clientId}::text IS NULL THEN NOT t."requireClientId" ELSE t."clientId" = ${clientId} END)`;
}

/**
 * Finds the tenancy, counts one more request and runs what rides along, in one round trip. Counts
 * the address first, then the network's share (or a known browser's own budget, as much as an
 * address has), then the tenancy's total; a request that one of them refuses does not count in the
 * next. However many requests come at once, no more pass than may.
 */
export async function countRequest(
  service: Service,
  tenancyId: string,
  rule: RateLimitRule,
  caller: Caller,
  prefetch?: Prefetch,
): Promise<CountedRequest> {
  const now = service.clock.now();
  const { token, browserId } = caller;
  const keys = {
    address: `${tenancyId}:${rule}:${addressBucket(caller.address)}`,
    share:
      browserId === undefined
        ? `${tenancyId}:${rule}:prefix:${addressPrefix(caller.address)}`
        : `${tenancyId}:${rule}:browser:${browserId}`,
    total: `${tenancyId}:${rule}`,
  };
  const refusedAddressMs = findCachedRefusal(service, keys.address, now);
  const refusedTenancyMs = Math.max(
    findCachedRefusal(service, keys.share, now),
    browserId === undefined ? findCachedRefusal(service, keys.total, now) : 0,
  );
  if (refusedAddressMs > 0 || (refusedTenancyMs > 0 && token === undefined))
    return {
      tenancy: await findTenancy(service, tenancyId),
      waitMs: Math.min(Math.max(refusedAddressMs, refusedTenancyMs), limits.rateWindowMs),
      prefetched: null,
    };

  const column = perAddress[rule];
  const withinAddress = Prisma.sql`t, "address" WHERE "address"."points" <= t.${Prisma.raw(`"${column}"`)}`;
  const nothing = Prisma.sql`SELECT 1 WHERE FALSE`;
  const authorized =
    token === undefined
      ? nothing
      : Prisma.sql`SELECT 1 FROM "OneTimeToken" o WHERE ${isLiveToken({ tenancyId, now: new Date(now) }, token.kind, token.value)}`;
  // A flood of invented tokens must not queue on the row of a budget that is known to be used up.
  const countsInTotal = rule === "options" && refusedTenancyMs === 0;
  const share = countsInTotal
    ? count(keys.share, now, Prisma.sql`${withinAddress} AND NOT EXISTS (SELECT FROM "authorized")`)
    : nothing;
  const withinShare = Prisma.sql`t, "share" WHERE "share"."points" <= GREATEST(1, t."optionsPerMinute" / ${limits.prefixesPerBudget}::int)`;
  const total =
    countsInTotal && browserId === undefined ? count(keys.total, now, withinShare) : nothing;
  const riding =
    prefetch?.(
      { tenancyId, now: new Date(now) },
      Prisma.sql`EXISTS (SELECT 1 FROM ${withinAddress})`,
    ) ?? Prisma.sql`"prefetch" AS (SELECT 1 WHERE FALSE)`;
  const [row] = await service.run(Prisma.sql`
    WITH t AS (
      SELECT ${tenancyColumns}, ${countsFor(caller)} AS "counts" FROM "Tenancy" t WHERE t."id" = ${tenancyId}
    ), "authorized" AS (${authorized}
    ), "address" AS (${count(keys.address, now, Prisma.sql`t WHERE t."counts"`)}
    ), "share" AS (${share}
    ), "total" AS (${total}
    ), ${riding}
    SELECT row_to_json(t) AS "tenancy", EXISTS (SELECT FROM "authorized") AS "isAuthorized",
      (SELECT row_to_json("address") FROM "address") AS "address", (SELECT row_to_json("share") FROM "share") AS "share",
      (SELECT row_to_json("total") FROM "total") AS "total", (SELECT row_to_json("prefetch") FROM "prefetch") AS "prefetched"
    FROM t`);
  if (row === undefined) return { tenancy: null, waitMs: 0, prefetched: null };

  const counted = Row.parse(row);
  const { tenancy, prefetched, isAuthorized } = counted;
  const windows = [
    { key: keys.address, window: counted.address, most: tenancy[column] },
    {
      key: keys.share,
      window: counted.share,
      most: browserId === undefined ? prefixShareOf(tenancy.optionsPerMinute) : tenancy[column],
    },
    { key: keys.total, window: counted.total, most: tenancy.optionsPerMinute },
  ];
  for (const { key, window, most } of windows) {
    if (window === null || window.points <= most) continue;
    cacheRefusal(service, key, window.expire);
    return { tenancy, waitMs: waitUntil(window.expire, now), prefetched: null };
  }
  return {
    tenancy,
    waitMs: isAuthorized ? 0 : Math.min(refusedTenancyMs, limits.rateWindowMs),
    prefetched,
  };
}
