import { sealAndCount } from "@/lib/domain/counter/seal-and-count";
import { lifetimes, limits } from "@/lib/limits";
import { getService } from "./service";

/** Seals committed audit events in batches. Does nothing while another instance is sealing. */
async function seal(): Promise<void> {
  const service = getService();
  try {
    while ((await sealAndCount(service)) === limits.sealBatchRows);
  } catch (error) {
    service.log.warn(
      { event: "audit.seal_failed", error: error instanceof Error ? error.name : "unknown" },
      "sealing the audit log failed; will retry",
    );
  }
}

/**
 * Seals the audit log once a minute.
 * @returns a function that stops it, and resolves when the running seal has ended
 */
export function startSealing(): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= seal().finally(() => (running = undefined));
  }, lifetimes.sealEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
