import { limits } from "@/lib/config";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { RateLimit } from "@/lib/platform/rate-limiter";
import { addressBucket } from "./address-bucket";

/** The endpoints that a browser calls without a key, by the limit that they share (contract §1). */
export type RateLimitRule = "options" | "verification" | "exchange";

function bucketsOf({ tenancy, client }: TenancyContext, rule: RateLimitRule): RateLimit[] {
  const windowMs = limits.rateWindowMs;
  const perAddress = (points: number) => ({ key: `${tenancy.id}:${rule}:${addressBucket(client.address)}`, points, windowMs });
  if (rule === "verification") return [perAddress(tenancy.verificationsPerMinutePerAddress)];
  if (rule === "exchange") return [perAddress(tenancy.exchangesPerMinutePerAddress)];
  return [perAddress(tenancy.optionsPerMinutePerAddress), { key: `${tenancy.id}:${rule}`, points: tenancy.optionsPerMinute, windowMs }];
}

/**
 * Counts one request, by address first: one that is refused for its address does not use up the tenancy's budget.
 * @throws RateLimited
 */
export async function enforceRateLimit(ctx: TenancyContext, rule: RateLimitRule): Promise<void> {
  for (const bucket of bucketsOf(ctx, rule)) {
    const waitMs = await ctx.limiter.consume(bucket);
    if (waitMs > 0) throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
}
