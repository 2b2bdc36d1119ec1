import { getConfig } from "@/lib/config";
import type { StatusFigures } from "@/lib/domain/admin/status/judge-status";
import { getService } from "@/lib/service/service";
import { version } from "@/package.json";
import { readStatus } from "./read-status";

/** Returns the version and status of the installation and the time now in ms. Only for system owners. */
export async function readInstallationStatus(): Promise<{
  version: string;
  figures: StatusFigures;
  /** Whether `/metrics` answers. */
  hasMetrics: boolean;
  nowMs: number;
}> {
  const figures = await readStatus();
  const { metricsToken } = getConfig();
  return {
    version,
    figures,
    hasMetrics: metricsToken !== undefined,
    nowMs: getService().clock.now(),
  };
}
