import { countAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { updateAlarms } from "@/lib/domain/history/alarm/update-alarms";
import { lifetimes } from "@/lib/limits";
import { getService, type RunningService } from "./service";

/** Raises and clears alarms, and shows their number in this process's metrics. */
export async function checkAlarms(
  service: Pick<RunningService, "db" | "clock" | "log" | "metrics">,
): Promise<void> {
  try {
    await updateAlarms(service);
    service.metrics.setAlarms(await countAlarms(service));
  } catch (error) {
    service.log.warn(
      { event: "alarm.check_failed", error: error instanceof Error ? error.name : "unknown" },
      "checking alarms failed; will retry",
    );
  }
}

/**
 * Checks alarms once a minute.
 * @returns a function that stops it, and resolves when the running check has ended
 */
export function startAlarms(): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= checkAlarms(getService()).finally(() => (running = undefined));
  }, lifetimes.alarmCheckEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
