import { startAlarms } from "./alarm-task";
import { startReadingChains } from "./chain-task";
import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { startSearchIndex } from "./search-index-task";
import { getService } from "./service";

/**
 * Starts the background tasks: email deliveries, purges, audit sealing, alarms, reading stored
 * attestations and the search index.
 * @returns a function that stops the last five, and resolves when the running seal, alarms and batch
 * of attestations have ended; `closeService` stops the deliveries
 */
export function startBackgroundWork(): () => Promise<void> {
  const { deliveries, webhooks } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  const stopAlarms = startAlarms();
  const stopReadingChains = startReadingChains();
  const stopSearchIndex = startSearchIndex();
  deliveries.start();
  webhooks.start();
  return async () => {
    stopPurge();
    stopSearchIndex();
    await Promise.all([stopSealing(), stopAlarms(), stopReadingChains()]);
  };
}
