import { readUnreadChains } from "@/lib/domain/passkey/policy/read-unread-chains";
import { lifetimes } from "@/lib/limits";
import { getService } from "./service";

/** Reads batches until nothing is unread, or another process has stored the same batch. */
async function readChains(signal: AbortSignal): Promise<void> {
  const service = getService();
  try {
    while (!signal.aborted && (await readUnreadChains(service)) > 0);
  } catch (error) {
    service.log.warn(
      { event: "attestation.read_failed", error: error instanceof Error ? error.name : "unknown" },
      "reading stored attestations failed; will retry",
    );
  }
}

/**
 * Reads the stored attestations of older releases: once now, and then once a minute, because the
 * previous release may still register passkeys during an upgrade.
 * @returns a function that stops it, and resolves when the running batch has ended
 */
export function startReadingChains(): () => Promise<void> {
  const controller = new AbortController();
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= readChains(controller.signal).finally(() => (running = undefined));
  };
  const timer = setInterval(start, lifetimes.chainReadEveryMs);
  timer.unref();
  start();
  return async () => {
    clearInterval(timer);
    controller.abort();
    await running;
  };
}
