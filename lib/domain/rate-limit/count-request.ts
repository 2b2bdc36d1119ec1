// Rate limits of the endpoints that browsers call without a key (contract §1). A request counts in up
// to three windows of a minute: for its address, for its network's share of the tenancy's budget, and
// for the budget itself. Only options use the budget. The statement is in
// count-request-statement.ts.

import { z } from "zod";
import { limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { Tenancy } from "@/lib/domain/tenancy/tenancy";
import type { Prisma } from "@/prisma/generated/client";
import { addressBucket, addressPrefix } from "./address-bucket";
import { findCachedRefusal, cacheRefusal } from "./cached-refusal";
import { countRequestStatement } from "./count-request-statement";

/** A group of endpoints that share a limit. */
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

export interface Caller {
  address?: string | undefined;
  /** A request with a refused origin or client id doesn't count. Undefined: every request counts. */
  page?: { origin: string | null; clientId: string | null };
  /** While it is live, the request counts for its address only. Any other token has no effect. */
  token?: AuthorizationToken | undefined;
  /** A known browser on the hosted pages: its own budget replaces the tenancy's. */
  browserId?: string | undefined;
}

/**
 * Builds further CTEs for the same round trip. The last is named "prefetch" and has at most one row.
 * They may write only where `isAdmitted` holds.
 */
export type Prefetch = (
  scope: { tenancyId: string; now: Date },
  isAdmitted: Prisma.Sql,
) => Prisma.Sql;

export interface CountedRequest {
  /** Null when there is none with this id. */
  tenancy: Tenancy | null;
  /** 0 within the limits, else milliseconds until the window ends. */
  waitMs: number;
  /** The row of "prefetch" as JSON; null when it has none or the request was refused. */
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

/** At most one window: an instance whose clock is ahead may have started it. */
const waitUntil = (endMs: number, now: number) =>
  Math.min(Math.max(1, endMs - now), limits.rateWindowMs);

const keysOf = (tenancyId: string, rule: RateLimitRule, { address, browserId }: Caller) => ({
  address: `${tenancyId}:${rule}:${addressBucket(address)}`,
  share:
    browserId === undefined
      ? `${tenancyId}:${rule}:prefix:${addressPrefix(address)}`
      : `${tenancyId}:${rule}:browser:${browserId}`,
  total: `${tenancyId}:${rule}`,
});

/**
 * Finds the tenancy, counts a request and runs `prefetch`, in one round trip. It counts for the
 * address, then for the network's share (for a known browser: its own budget, the size of an
 * address's), then for the tenancy. A refusal stops the later counts. Concurrent requests never
 * exceed a limit. A refusal that this process has cached costs no count.
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
  const keys = keysOf(tenancyId, rule, caller);
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

  const addressLimit = perAddress[rule];
  // Not when the budget is used up: a flood of invented tokens must not queue on its row.
  const countsShare = rule === "options" && refusedTenancyMs === 0;
  const [row] = await service.run(
    countRequestStatement({
      tenancyId,
      now,
      keys,
      addressLimit,
      page: caller.page,
      token,
      countsShare,
      countsTotal: countsShare && browserId === undefined,
      prefetch,
    }),
  );
  if (row === undefined) return { tenancy: null, waitMs: 0, prefetched: null };

  const { tenancy, prefetched, isAuthorized, address, share, total } = Row.parse(row);
  const windows = [
    { key: keys.address, window: address, max: tenancy[addressLimit] },
    {
      key: keys.share,
      window: share,
      max:
        browserId === undefined ? prefixShareOf(tenancy.optionsPerMinute) : tenancy[addressLimit],
    },
    { key: keys.total, window: total, max: tenancy.optionsPerMinute },
  ];
  for (const { key, window, max } of windows) {
    if (window === null || window.points <= max) continue;
    cacheRefusal(service, key, window.expire);
    return { tenancy, waitMs: waitUntil(window.expire, now), prefetched: null };
  }
  return {
    tenancy,
    waitMs: isAuthorized ? 0 : Math.min(refusedTenancyMs, limits.rateWindowMs),
    prefetched,
  };
}
