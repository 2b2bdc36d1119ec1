import { startAlarms } from "./alarm-task";
import { startReadingChains } from "./chain-task";
import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { startSearchIndex } from "./search-index-task";
import { getService } from "./service";
import { startStandbyCheck } from "./standby-task";

/**
 * Starts the background tasks: deliveries of emails and webhooks, purges, audit sealing, alarms,
 * reading stored attestations, the search index and the check of the standby.
 * @returns a function that stops all but the deliveries, which `closeService` stops, and resolves when
 * the running seal, checks and batch of attestations have ended
 */
export function startBackgroundWork(): () => Promise<void> {
  const { deliveries, webhooks } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  const stopAlarms = startAlarms();
  const stopReadingChains = startReadingChains();
  const stopSearchIndex = startSearchIndex();
  const stopStandbyCheck = startStandbyCheck();
  deliveries.start();
  webhooks.start();
  return async () => {
    stopPurge();
    stopSearchIndex();
    await Promise.all([stopSealing(), stopAlarms(), stopReadingChains(), stopStandbyCheck()]);
  };
}
