import { existsSync, readFileSync } from "node:fs";

/** Reads the machine's total and stolen time so far, in ticks of proc(5). */
function readMachineTime(): { all: number; stolen: number } {
  if (!existsSync("/proc/stat")) return { all: NaN, stolen: NaN };
  // user, nice, system, idle, iowait, irq, softirq, steal. The rest is already part of user.
  const ticks = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "")
    .split(/ +/)
    .slice(1, 9)
    .map(Number);
  return { all: ticks.reduce((sum, value) => sum + value, 0), stolen: ticks[7] ?? NaN };
}

/**
 * Starts to measure the share of the machine's time that its host gives to others.
 * @returns a function that returns the share so far; NaN if it is unknown
 */
export function watchStolenTime(): () => number {
  const before = readMachineTime();
  return () => {
    const after = readMachineTime();
    return (after.stolen - before.stolen) / (after.all - before.all);
  };
}
