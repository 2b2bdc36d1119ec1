import { readdirSync, readFileSync } from "node:fs";

/** Fields of /proc/<pid>/stat after the command's name, which may contain spaces; proc(5). */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}

/** Whether the process runs. One that has exited but wasn't waited for doesn't. */
export const isRunning = (pid: number): boolean => !["Z", "X", undefined].includes(statOf(pid)[0]);

/** The processes that a process started and that still run. Linux only. */
export const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(parent))
    .map(Number);

/** Sends a signal, unless the process has exited. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
