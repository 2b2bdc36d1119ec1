import { getConfig } from "@/lib/config";
import { readStandby } from "@/lib/domain/admin/status/read-standby";
import { every } from "./every";
import { getService, type RunningService } from "./service";

const checkEveryMs = 60_000;

/** Logs and shows in the metrics whether commits wait for a standby, as this process sees it. */
export async function checkStandby({
  db,
  log,
  metrics,
}: Pick<RunningService, "db" | "log" | "metrics">): Promise<void> {
  try {
    const standby = await readStandby({ db });
    metrics.setStandbyMissing(standby !== "awaited");
    if (standby === "awaited") return;
    log.warn(
      { event: "database.standby_missing", standby },
      "no synchronous standby has every commit",
    );
  } catch (error) {
    metrics.setStandbyMissing(undefined);
    log.warn(
      {
        event: "database.standby_check_failed",
        error: error instanceof Error ? error.name : "unknown",
      },
      "checking the standby failed; will retry",
    );
  }
}

/**
 * Checks the standby now and once a minute, if the configuration requires one. Every process does,
 * because a proxy may connect them to different servers.
 * @returns a function that stops it, and resolves when the running check has ended
 */
export function startStandbyCheck(): () => Promise<void> {
  if (!getConfig().requiresStandby) return () => Promise.resolve();
  return every(checkEveryMs, () => checkStandby(getService()), { isAtOnce: true });
}
