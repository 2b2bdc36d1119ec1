import { startAlarms } from "./alarm-task";
import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { startSearchIndex } from "./search-index-task";
import { getService } from "./service";

/**
 * Starts the background tasks: email deliveries, purges, audit sealing, alarms and the search index.
 * @returns a function that stops the last four, and resolves when the running seal and alarms have
 * ended; `closeService` stops the deliveries
 */
export function startBackgroundWork(): () => Promise<void> {
  const { mail } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  const stopAlarms = startAlarms();
  const stopSearchIndex = startSearchIndex();
  mail.start();
  return async () => {
    stopPurge();
    stopSearchIndex();
    await Promise.all([stopSealing(), stopAlarms()]);
  };
}
