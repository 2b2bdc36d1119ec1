import { readUnreadChains } from "@/lib/domain/passkey/policy/read-unread-chains";
import { lifetimes } from "@/lib/limits";
import { every, runOrLog } from "./every";
import { getService } from "./service";

/** Reads batches until nothing is unread, or another process has stored the same batch. */
function readChains(signal: AbortSignal): Promise<void> {
  const service = getService();
  const failure = { event: "attestation.read_failed", doing: "reading stored attestations" };
  return runOrLog(service.log, failure, async () => {
    while (!signal.aborted && (await readUnreadChains(service)) > 0);
  });
}

/**
 * Reads the stored attestations of older releases: once now, and then once a minute, because the
 * previous release may still register passkeys during an upgrade.
 * @returns a function that stops it, and resolves when the running batch has ended
 */
export const startReadingChains = (): (() => Promise<void>) =>
  every(lifetimes.chainReadEveryMs, readChains, { isAtOnce: true });
