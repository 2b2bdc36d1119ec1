import { countAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { updateAlarms } from "@/lib/domain/history/alarm/update-alarms";
import { runOrLog } from "./every";
import type { RunningService } from "./service";

/** Raises and clears alarms, and shows their number in this process's metrics. */
export const checkAlarms = (
  service: Pick<RunningService, "db" | "clock" | "log" | "metrics">,
): Promise<void> =>
  runOrLog(service.log, { event: "alarm.check_failed", doing: "checking alarms" }, async () => {
    await updateAlarms(service);
    service.metrics.setAlarms(await countAlarms(service));
  });
