import { countTowards } from "@/lib/domain/access/rate-limit/count-towards";
import type { Service } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import type { OperatorSession } from "./find-session";

/**
 * Counts an action that code sessions may run a few times an hour. All sessions of the operator
 * share the limit.
 * @throws RateLimited
 */
export async function countCodeSessionAction(
  { db, clock }: Service,
  { systemId, sub }: OperatorSession,
): Promise<void> {
  const max = limits.codeSessionActionsPerHour;
  const [waitMs = 0] = await countTowards(
    db,
    [{ key: `code-session:${systemId}:${sub}`, max, windowMs: lifetimes.hourMs }],
    clock.now(),
  );
  if (waitMs > 0)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
      `You can do this ${max} times an hour when signed in with an emailed code. ` +
        "Sign in with a passkey to continue.",
    );
}
