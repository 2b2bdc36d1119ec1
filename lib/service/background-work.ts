import { startAlarms } from "./alarm-task";
import { startPurge } from "./purge-task";
import { startSealing } from "./seal-task";
import { getService } from "./service";

/**
 * Starts the background tasks: email deliveries, activity counts, timeline events, purges, audit sealing
 * and alarms.
 * @returns a function that stops purging, sealing and alarms, and resolves when the running ones have
 * ended; `closeService` stops the others
 */
export function startBackgroundWork(): () => Promise<void> {
  const { activity, mail, timeline } = getService();
  const stopPurge = startPurge();
  const stopSealing = startSealing();
  const stopAlarms = startAlarms();
  activity.start();
  mail.start();
  timeline.start();
  return async () => {
    stopPurge();
    await Promise.all([stopSealing(), stopAlarms()]);
  };
}
