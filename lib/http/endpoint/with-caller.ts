import type { TenancyContext } from "@/lib/domain/context";
import { countRequest, type UncountedRequest } from "@/lib/domain/rate-limit/count-request";
import { CallerChanged, isServiceError, ServiceError } from "@/lib/errors";

/** Twice with fresh rows, because the first ones may change between two statements. */
const sources = ["cache", "database", "database"] as const;

export type CallerSource = (typeof sources)[number];

/**
 * Runs `work` for a cached caller. Runs it again for a freshly read one if the cache has none, if the
 * caller has changed since, or if the cached rows led to a refusal that no statement confirmed.
 * @throws Unavailable when the caller changes each time
 */
export async function withCaller<C extends { ctx: TenancyContext }, T>(
  find: (source: CallerSource) => Promise<C | undefined> | undefined,
  work: (caller: C) => Promise<T>,
): Promise<T> {
  for (const source of sources) {
    let caller: C | undefined;
    try {
      caller = await find(source);
      if (caller !== undefined) return await work(caller);
    } catch (error) {
      const isConfirmed = caller?.ctx.callerVersion?.isConfirmed ?? source === "database";
      if (!(error instanceof CallerChanged) && (isConfirmed || !isServiceError(error))) throw error;
    }
  }
  throw new ServiceError("@error/Unavailable");
}

/** A caller without an API key, whose request doesn't count yet. */
export interface UncountedCaller {
  ctx: TenancyContext;
  request: UncountedRequest;
}

/**
 * Runs `work`, which counts the request in its first statement. A request that is refused before that
 * counts, too.
 */
export async function countingRefusals<T>(
  { ctx, request }: UncountedCaller,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isServiceError(error) && ctx.callerVersion?.isConfirmed !== true)
      await countRequest(ctx, request);
    throw error;
  }
}
