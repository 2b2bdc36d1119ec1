import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { getService } from "./service";

/**
 * Starts the background tasks: email deliveries, activity counts, purges and audit sealing.
 * @returns a function that stops purging and sealing, and resolves when the running seal has ended;
 * `closeService` stops the other two
 */
export function startBackgroundWork(): () => Promise<void> {
  const { activity, mail } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  activity.start();
  mail.start();
  return async () => {
    stopPurge();
    await stopSealing();
  };
}
