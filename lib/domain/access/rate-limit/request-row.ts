import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { addressBucket, addressPrefix, addressSite } from "@/lib/domain/base/address-bucket";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { limits } from "@/lib/limits";
import type { RequestRow } from "./admission-statement";

/** A group of endpoints that share a limit. */
export type RateLimitRule = "options" | "verification" | "exchange";

const perAddress = {
  options: "optionsPerMinutePerAddress",
  verification: "verificationsPerMinutePerAddress",
  exchange: "exchangesPerMinutePerAddress",
} as const satisfies Record<RateLimitRule, keyof Tenancy>;

/** A request without an API key, before it counts. */
export interface UncountedRequest {
  rule: RateLimitRule;
  address?: string | undefined;
  /**
   * A token of `authorize` that a request for options carries. While it is live, the request counts
   * for its address and site only. Any other token has no effect.
   */
  token?: { kind: "registration" | "authentication"; value: string } | undefined;
  /** A known browser on the hosted pages: its own budget replaces the tenancy's. */
  browserId?: string | undefined;
}

/** Names the windows that a request may count in. */
export function windowsOf(
  { tenancy }: TenancyContext,
  { rule, address, browserId }: UncountedRequest,
) {
  const base = `${tenancy.id}:${rule}`;
  const site = addressSite(address);
  const isKnown = browserId !== undefined;
  return {
    address: `${base}:${addressBucket(address)}`,
    site: site === undefined ? undefined : `${base}:site:${site}`,
    share: isKnown ? `${base}:browser:${browserId}` : `${base}:prefix:${addressPrefix(address)}`,
    budget: isKnown ? undefined : base,
  };
}

/** Tests of an application in development come from few addresses. Operators have no such tests. */
const addressFactor = ({ environment, isSystem }: Tenancy) =>
  environment === "development" && !isSystem ? limits.developmentAddressFactor : 1;

/** How much of a tenancy's budget one network may use (contract §1, §7). */
const prefixShareOf = (tenancy: Tenancy) =>
  addressFactor(tenancy) *
  Math.max(1, Math.floor(tenancy.optionsPerMinute / limits.prefixesPerBudget));

/**
 * Returns the windows of a request with their limits. Leaves out the share and the budget if one of
 * them is spent: a flood must not queue on their counters.
 */
export function requestRow(
  ctx: TenancyContext,
  request: UncountedRequest,
  isBudgetSpent: boolean,
): RequestRow {
  const { rule, token, browserId } = request;
  const { tenancy } = ctx;
  const { address, site, share, budget } = windowsOf(ctx, request);
  const addressLimit = addressFactor(tenancy) * tenancy[perAddress[rule]];
  const own: RequestRow = {
    address,
    addressLimit,
    site,
    siteLimit: site === undefined ? undefined : limits.addressesPerSite * addressLimit,
    tokenKind: token?.kind,
    tokenHash: token && hashSecretValue(token.value).toString("hex"),
  };
  if (rule !== "options" || isBudgetSpent) return own;
  const budgetLimit = tenancy.optionsPerMinute;
  const shareLimit = browserId === undefined ? prefixShareOf(tenancy) : addressLimit;
  return { ...own, share, shareLimit, budget, budgetLimit };
}
