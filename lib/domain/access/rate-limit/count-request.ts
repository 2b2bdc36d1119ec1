// Rate limits of the endpoints that browsers call without a key (contract §1). A request counts in up
// to four windows of a minute: for its address, for its site (an IPv6 /48), for its network's share of
// the tenancy's budget, and for the budget itself. Only options use the budget.
//
// - `countRequest` counts a request.
// - A function of `createAdmission` counts it in the statement that also does its work.
// - `countingRefusal` counts a request that is refused before either of them.
//
// The statement is in admission-statement.ts, a request's windows and limits in request-row.ts.

import { z } from "zod";
import { batchKey, confirmedQuery } from "@/lib/domain/access/confirmed-query";
import type { CoalesceRules, TenancyContext } from "@/lib/domain/base/context";
import { isServiceError, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { admissionStatement, type AdmittedWork, type RequestRow } from "./admission-statement";
import { cacheRefusal, findCachedRefusal } from "./cached-refusal";
import { requestRow, type UncountedRequest, windowsOf } from "./request-row";

/** A request, its row, and the further columns of the row. */
interface CountedCall<Input extends object> {
  ctx: TenancyContext;
  request: UncountedRequest;
  row: RequestRow;
  input: Input;
}

const Admission = z.object({
  refusedKey: z.string().nullable(),
  refusedUntil: z.coerce.number(),
  isAuthorized: z.boolean(),
});
type Admission = z.infer<typeof Admission>;

/** Milliseconds until cached refusals end: for the address or its site, and for the tenancy's budget. */
function cachedRefusals(ctx: TenancyContext, request: UncountedRequest) {
  const now = ctx.clock.now();
  const { address, site, share, total } = windowsOf(ctx, request);
  const longest = (...keys: (string | undefined)[]) =>
    Math.max(...keys.map((key) => (key === undefined ? 0 : findCachedRefusal(ctx, key, now))));
  return { addressMs: longest(address, site), budgetMs: longest(share, total) };
}

// At most one window: an instance whose clock is ahead may have started it.
const rateLimited = (waitMs: number) =>
  new ServiceError("@error/RateLimited", {
    retryAfterSeconds: Math.ceil(Math.min(Math.max(1, waitMs), limits.rateWindowMs) / 1_000),
  });

/** @throws RateLimited if a window refused the request, and caches that */
function requireAdmitted(ctx: TenancyContext, { refusedKey, refusedUntil }: Admission): void {
  if (refusedKey === null) return;
  cacheRefusal(ctx, refusedKey, refusedUntil);
  throw rateLimited(refusedUntil - ctx.clock.now());
}

/**
 * Returns a function that counts a request and does its work, in a statement that requests share.
 * @param work builds its CTEs; the calls share their tenancy
 * @param conflictKey see CoalesceRules
 */
export function createAdmission<Input extends object, Row extends z.ZodObject>(
  row: Row,
  work: (ctx: TenancyContext, now: number) => AdmittedWork | undefined,
  conflictKey?: (input: Input) => string,
) {
  const Result = Admission.extend(row.shape);
  const rules: CoalesceRules<CountedCall<Input>, Admission & z.infer<Row>> = {
    ...limits.coalesce,
    ...(conflictKey === undefined ? {} : { conflictKey: ({ input }) => conflictKey(input) }),
    async run(calls) {
      const [{ ctx, request }] = calls;
      const now = ctx.clock.now();
      const statement = admissionStatement(
        ctx,
        calls.map(({ row, input }) => ({ ...row, ...input })),
        { now, hasBudgets: request.rule === "options", work: work(ctx, now) },
      );
      const rows = await confirmedQuery(ctx.db, calls, Result, statement);
      return rows as (Admission & z.infer<Row>)[];
    },
  };
  /**
   * Counts a request and runs the statement's work for it, in one round trip, shared with concurrent
   * requests of the tenancy. A refusal stops the later counts. While the cache says that the budget or
   * its share is spent, requests without a token of `authorize` are refused at once. Those with one run
   * the statement, and are refused if it finds no such live token.
   * @throws RateLimited
   */
  return async (
    ctx: TenancyContext,
    request: UncountedRequest,
    input: Input,
  ): Promise<z.infer<Row>> => {
    const { addressMs, budgetMs } = cachedRefusals(ctx, request);
    const isShareOrBudgetSpent = budgetMs > 0;
    if (addressMs > 0 || (isShareOrBudgetSpent && request.token === undefined))
      throw rateLimited(Math.max(addressMs, budgetMs));
    const admission = await ctx.coalesce(rules, `${batchKey(ctx)} ${request.rule}`, {
      ctx,
      request,
      row: requestRow(ctx, request, isShareOrBudgetSpent),
      input,
    });
    requireAdmitted(ctx, admission);
    if (isShareOrBudgetSpent && !admission.isAuthorized) throw rateLimited(budgetMs);
    return admission;
  };
}

const countOnly = createAdmission(z.object({}), () => undefined);

/**
 * Counts a request for its address, then for its site, and for options also for its network's share
 * and for the tenancy. A known browser's share is its own, the size of an address's, and it doesn't
 * count for the tenancy. A request that a backend authorized counts for neither of the two.
 * @throws RateLimited
 */
export const countRequest = async (ctx: TenancyContext, request: UncountedRequest): Promise<void> =>
  void (await countOnly(ctx, request, {}));

/**
 * Runs `work` before the request counts. If `work` refuses it, the request counts, too.
 * @throws RateLimited instead of the refusal, if the request is over a limit
 */
export async function countingRefusal<T>(
  ctx: TenancyContext,
  request: UncountedRequest,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isServiceError(error)) await countRequest(ctx, request);
    throw error;
  }
}
