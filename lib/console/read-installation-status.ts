import type { StatusFigures } from "@/lib/domain/status/judge-status";
import { getService } from "@/lib/service/service";
import { version } from "@/package.json";
import { readStatus } from "./read-status";

/** Returns the version and status of the installation and the time now in ms. Only for system owners. */
export async function readInstallationStatus(): Promise<{
  version: string;
  figures: StatusFigures;
  nowMs: number;
}> {
  return { version, figures: await readStatus(), nowMs: getService().clock.now() };
}
