import { lifetimes } from "@/lib/limits";
import { checkAlarms } from "./alarm-task";
import { startReadingChains } from "./chain-task";
import { every } from "./every";
import { purge } from "./purge-task";
import { createSealTask } from "./seal-task";
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
  const stopPurge = every(lifetimes.purgeEveryMs, purge);
  const stopSealing = every(lifetimes.sealEveryMs, createSealTask().run);
  const stopAlarms = every(lifetimes.alarmCheckEveryMs, () => checkAlarms(getService()));
  const stopReadingChains = startReadingChains();
  const stopSearchIndex = startSearchIndex();
  const stopStandbyCheck = startStandbyCheck();
  deliveries.start();
  webhooks.start();
  return async () => {
    void stopPurge();
    stopSearchIndex();
    await Promise.all([stopSealing(), stopAlarms(), stopReadingChains(), stopStandbyCheck()]);
  };
}
