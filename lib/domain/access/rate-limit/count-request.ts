// Rate limits of the endpoints that browsers call without a key (contract §1). A request counts in a
// window of a minute at each of these levels, until one refuses it:
// - `address`: the client's address; an IPv6 /64 counts as one
// - `site`: the address's /48, in IPv6 only
// - `share`, for options only: what one network or one known browser may use of the budget
// - `budget`, for options only: what the tenancy's strangers may use together
//
// A request that a backend authorized, by a live token of `authorize`, skips `share` and `budget`. A known
// browser's share is its own, as large as an address's, and the browser doesn't count for `budget`.
// The statement is in admission-statement.ts, the windows and limits of a request in request-row.ts.

import { LRUCache } from "lru-cache";
import { z } from "zod";
import { batchKey, confirmedQuery } from "@/lib/domain/access/confirmed-query";
import type { CoalesceRules, Service, TenancyContext } from "@/lib/domain/base/context";
import { isServiceError, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type CountingParts, countingParts, type RequestRow } from "./admission-statement";
import { requestRow, type UncountedRequest, windowsOf } from "./request-row";

// A refused flood must not queue on one row and use up the connection pool, so each process caches
// its refusals. The map is keyed by `secrets`, which is one object per process; `db` differs per
// tenancy.
const refusals = new WeakMap<Service["secrets"], LRUCache<string, number>>();

/** Returns the milliseconds until a cached refusal of the window ends; 0 when there is none. */
export function findCachedRefusal(
  { secrets }: Pick<Service, "secrets">,
  window: string,
  now: number,
): number {
  return Math.max(0, (refusals.get(secrets)?.get(window) ?? 0) - now);
}

/**
 * Caches a refusal; the least recently used of 10,000 is evicted.
 * @param endMs when the window ends
 */
export function cacheRefusal(
  { secrets }: Pick<Service, "secrets">,
  window: string,
  endMs: number,
): void {
  const known = refusals.get(secrets) ?? new LRUCache<string, number>({ max: 10_000 });
  refusals.set(secrets, known.set(window, endMs));
}

/** Returns the milliseconds until the request's cached refusals end, 0 when there is none. */
function findCachedRefusals(ctx: TenancyContext, request: UncountedRequest) {
  const now = ctx.clock.now();
  const { address, site, share, budget } = windowsOf(ctx, request);
  const longest = (...windows: (string | undefined)[]) =>
    Math.max(
      ...windows.map((window) => (window === undefined ? 0 : findCachedRefusal(ctx, window, now))),
    );
  return { ofAddressMs: longest(address, site), ofBudgetMs: longest(share, budget) };
}

// At most one window: an instance whose clock is ahead may have started it.
const rateLimited = (waitMs: number) =>
  new ServiceError("@error/RateLimited", {
    retryAfterSeconds: Math.ceil(Math.min(Math.max(1, waitMs), limits.rateWindowMs) / 1_000),
  });

const Counted = z.object({
  /** The window that refused the request; null when it was admitted. */
  refusedKey: z.string().nullable(),
  /** When that window ends, in milliseconds. */
  refusedUntil: z.coerce.number(),
  /** The request has a live token of `authorize`. */
  isAuthorized: z.boolean(),
});
type Counted = z.infer<typeof Counted>;

/** @throws RateLimited if a window refused the request, and caches that */
function requireAdmitted(ctx: TenancyContext, { refusedKey, refusedUntil }: Counted): void {
  if (refusedKey === null) return;
  cacheRefusal(ctx, refusedKey, refusedUntil);
  throw rateLimited(refusedUntil - ctx.clock.now());
}

/** A statement that counts requests of one tenancy and does their work. */
interface AdmissionRules<Input extends object, Row extends z.ZodObject> {
  /** The columns of its result, besides those of `counting`. */
  row: Row;
  /** Defines the columns of its input, such as `"hash" text`. */
  columns?: Prisma.Sql;
  /** Builds it. It returns a row per request of `counting`, in order of `r."turn"`. */
  statement: (counting: CountingParts, scope: { tenancyId: string; now: Date }) => Prisma.Sql;
  /** See CoalesceRules. */
  conflictKey?: (input: Input) => string;
}

/** A request to count, with its row and input of the statement. */
interface Call<Input extends object> {
  ctx: TenancyContext;
  request: UncountedRequest;
  row: RequestRow;
  input: Input;
}

/** Returns a function that counts a request and does its work, in a statement that requests share. */
export function createAdmission<Input extends object, Row extends z.ZodObject>({
  row,
  columns,
  statement,
  conflictKey,
}: AdmissionRules<Input, Row>) {
  const Result = Counted.extend(row.shape);
  const rules: CoalesceRules<Call<Input>, Counted & z.infer<Row>> = {
    ...limits.coalesce,
    ...(conflictKey && { conflictKey: ({ input }) => conflictKey(input) }),
    async run(calls) {
      const [{ ctx, request }] = calls;
      const now = ctx.clock.now();
      const counting = countingParts(
        ctx,
        calls.map(({ row, input }) => ({ ...row, ...input })),
        { now, isForOptions: request.rule === "options", columns },
      );
      const scope = { tenancyId: ctx.tenancy.id, now: new Date(now) };
      const rows = await confirmedQuery(ctx.db, calls, Result, statement(counting, scope));
      return rows as (Counted & z.infer<Row>)[];
    },
  };
  /**
   * Counts a request and does its work, in one round trip, shared with concurrent requests of the
   * tenancy. A level that refuses the request ends the count. If the cache says that
   * - its address or site is refused, the request is refused at once;
   * - its share or the budget is spent, it is refused at once without a token of `authorize`. With one,
   *   it runs the statement without these levels, and is refused unless the token is live.
   * @throws RateLimited
   */
  return async (
    ctx: TenancyContext,
    request: UncountedRequest,
    input: Input,
  ): Promise<z.infer<Row>> => {
    const { ofAddressMs, ofBudgetMs } = findCachedRefusals(ctx, request);
    const isBudgetSpent = ofBudgetMs > 0;
    if (ofAddressMs > 0 || (isBudgetSpent && request.token === undefined))
      throw rateLimited(Math.max(ofAddressMs, ofBudgetMs));
    const row = requestRow(ctx, request, isBudgetSpent);
    const call = { ctx, request, row, input };
    const counted = await ctx.coalesce(rules, `${batchKey(ctx)} ${request.rule}`, call);
    requireAdmitted(ctx, counted);
    if (isBudgetSpent && !counted.isAuthorized) throw rateLimited(ofBudgetMs);
    return counted;
  };
}

const countOnly = createAdmission({
  row: z.object({}),
  statement: ({ ctes, columns, requests }) => Prisma.sql`
    WITH ${ctes} SELECT ${columns} FROM ${requests} ORDER BY r."turn"`,
});

/**
 * Counts a request that does its work in statements of its own.
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
