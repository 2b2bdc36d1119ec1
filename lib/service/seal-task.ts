import { lifetimes, limits } from "@/lib/limits";
import { sealAndCount } from "@/lib/domain/activity/seal-and-count";
import { getService } from "./service";

/**
 * Seals what has been committed, batch by batch; where another instance is at it, there is nothing
 * to do.
 */
async function seal(): Promise<void> {
  const service = getService();
  try {
    while ((await sealAndCount(service)) === limits.sealBatchRows);
  } catch (error) {
    service.log.warn(
      { error: error instanceof Error ? error.name : "unknown" },
      "the audit log will be sealed later",
    );
  }
}

/**
 * Seals the audit log once a minute until the returned function is called, which waits for the seal
 * in hand.
 */
export function startSealing(): () => Promise<void> {
  let inHand: Promise<void> | undefined;
  const timer = setInterval(() => {
    inHand ??= seal().finally(() => (inHand = undefined));
  }, lifetimes.sealEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await inHand;
  };
}
