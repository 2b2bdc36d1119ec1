import { readFileSync } from "node:fs";

/** Returns a process's resident memory (VmRSS) in MB. Linux only. */
export function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
}
