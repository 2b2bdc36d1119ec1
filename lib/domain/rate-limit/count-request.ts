// Rate limits of the endpoints that browsers call without a key (contract §1). A request counts in up
// to four windows of a minute: for its address, for its site (an IPv6 /48), for its network's share of
// the tenancy's budget, and for the budget itself. Only options use the budget. The statement is in
// admission-statement.ts.

import { z } from "zod";
import { addressBucket, addressPrefix, addressSite } from "@/lib/domain/address-bucket";
import { callerName, confirmCaller } from "@/lib/domain/api-key/caller-version";
import type { CoalesceRules, TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { readTenancy } from "@/lib/domain/tenancy/cached-tenancy";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { admissionStatement, type AdmittedWork, type RequestRow } from "./admission-statement";
import { cacheRefusal, findCachedRefusal } from "./cached-refusal";

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

/** A request and the further columns of its row. */
interface Call<Input extends object> {
  ctx: TenancyContext;
  request: UncountedRequest;
  row: RequestRow;
  input: Input;
}

const Admission = z.object({
  isUnchanged: z.boolean(),
  refusedKey: z.string().nullable(),
  refusedUntil: z.coerce.number(),
  isAuthorized: z.boolean(),
});
type Admission = z.infer<typeof Admission>;

/** How much of a tenancy's budget one network may use (contract §1, §7). */
const prefixShareOf = (total: number) => Math.max(1, Math.floor(total / limits.prefixesPerBudget));

function keysOf({ tenancy }: TenancyContext, { rule, address, browserId }: UncountedRequest) {
  const base = `${tenancy.id}:${rule}`;
  const site = addressSite(address);
  return {
    address: `${base}:${addressBucket(address)}`,
    site: site === undefined ? undefined : `${base}:site:${site}`,
    share:
      browserId === undefined
        ? `${base}:prefix:${addressPrefix(address)}`
        : `${base}:browser:${browserId}`,
    total: browserId === undefined ? base : undefined,
  };
}

/** Milliseconds until cached refusals end: for the address or its site, and for the tenancy's budget. */
function cachedRefusals(ctx: TenancyContext, request: UncountedRequest) {
  const now = ctx.clock.now();
  const { address, site, share, total } = keysOf(ctx, request);
  const longest = (...keys: (string | undefined)[]) =>
    Math.max(...keys.map((key) => (key === undefined ? 0 : findCachedRefusal(ctx, key, now))));
  return { addressMs: longest(address, site), budgetMs: longest(share, total) };
}

/** The request's row. Doesn't use a budget that is spent: a flood must not queue on its counter. */
function rowOf(ctx: TenancyContext, request: UncountedRequest, isBudgetSpent: boolean): RequestRow {
  const { rule, token, browserId } = request;
  const { tenancy } = ctx;
  const { address, site, share, total } = keysOf(ctx, request);
  const addressLimit = tenancy[perAddress[rule]];
  const own = {
    address,
    addressLimit,
    ...hashOf(token),
    ...(site === undefined ? {} : { site, siteLimit: limits.addressesPerSite * addressLimit }),
  };
  if (rule !== "options" || isBudgetSpent) return own;
  return {
    ...own,
    share,
    total,
    totalLimit: tenancy.optionsPerMinute,
    shareLimit: browserId === undefined ? prefixShareOf(tenancy.optionsPerMinute) : addressLimit,
  };
}

const hashOf = (token: UncountedRequest["token"]) =>
  token && { tokenKind: token.kind, tokenHash: hashSecretValue(token.value).toString("hex") };

// At most one window: an instance whose clock is ahead may have started it.
const rateLimited = (waitMs: number) =>
  new ServiceError("@error/RateLimited", {
    retryAfterSeconds: Math.ceil(Math.min(Math.max(1, waitMs), limits.rateWindowMs) / 1_000),
  });

/**
 * Refuses a request by a refusal that this process has cached. It costs no count, only a look at the
 * tenancy, which may have raised its limits.
 */
async function refuseAgain(ctx: TenancyContext, waitMs: number): Promise<never> {
  const read = await readTenancy(ctx, ctx.tenancy.id);
  const { callerVersion } = ctx;
  confirmCaller(ctx, callerVersion === undefined || read?.version === callerVersion.tenancyVersion);
  throw rateLimited(waitMs);
}

/**
 * The rules of a statement that counts requests and works for those within their limits.
 * @param work builds its CTEs; the calls share their tenancy
 * @param conflictKey see CoalesceRules
 */
export function admittedCalls<Input extends object, Row extends z.ZodObject>(
  row: Row,
  work: (ctx: TenancyContext, now: number) => AdmittedWork | undefined,
  conflictKey?: (input: Input) => string,
) {
  const Result = Admission.extend(row.shape);
  const rules: CoalesceRules<Call<Input>, Admission & z.infer<Row>> = {
    ...limits.coalesce,
    ...(conflictKey === undefined ? {} : { conflictKey: ({ input }) => conflictKey(input) }),
    async run(calls) {
      const [{ ctx, request }] = calls;
      const now = ctx.clock.now();
      const rows = await ctx.db.query(Result)(
        admissionStatement(
          ctx,
          calls.map(({ row, input }) => ({ ...row, ...input })),
          { now, hasBudgets: request.rule === "options", work: work(ctx, now) },
        ),
      );
      return rows as (Admission & z.infer<Row>)[];
    },
  };
  /**
   * Counts a request and runs the statement's work for it, in one round trip, shared with concurrent
   * requests of the tenancy. A refusal stops the later counts.
   * @throws RateLimited · CallerChanged, and then nothing was counted
   */
  return async (
    ctx: TenancyContext,
    request: UncountedRequest,
    input: Input,
  ): Promise<z.infer<Row>> => {
    const { addressMs, budgetMs } = cachedRefusals(ctx, request);
    if (addressMs > 0 || (budgetMs > 0 && request.token === undefined))
      return refuseAgain(ctx, Math.max(addressMs, budgetMs));
    const admission = await ctx.coalesce(rules, `${callerName(ctx)} ${request.rule}`, {
      ctx,
      request,
      row: rowOf(ctx, request, budgetMs > 0),
      input,
    });
    const { isUnchanged, refusedKey, refusedUntil, isAuthorized } = admission;
    confirmCaller(ctx, isUnchanged);
    if (refusedKey !== null) {
      cacheRefusal(ctx, refusedKey, refusedUntil);
      throw rateLimited(refusedUntil - ctx.clock.now());
    }
    if (budgetMs > 0 && !isAuthorized) throw rateLimited(budgetMs);
    return admission;
  };
}

const countOnly = admittedCalls(z.object({}), () => undefined);

/**
 * Counts a request for its address, then for its site, then for its network's share (for a known
 * browser: its own budget, the size of an address's), then for the tenancy.
 * @throws RateLimited · CallerChanged
 */
export const countRequest = async (ctx: TenancyContext, request: UncountedRequest): Promise<void> =>
  void (await countOnly(ctx, request, {}));
