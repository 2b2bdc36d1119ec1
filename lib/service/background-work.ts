import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { getService } from "./service";

/**
 * Starts the background tasks: email deliveries, activity counts, timeline events, purges and audit sealing.
 * @returns a function that stops purging and sealing, and resolves when the running seal has ended;
 * `closeService` stops the others
 */
export function startBackgroundWork(): () => Promise<void> {
  const { activity, mail, timeline } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  activity.start();
  mail.start();
  timeline.start();
  return async () => {
    stopPurge();
    await stopSealing();
  };
}
