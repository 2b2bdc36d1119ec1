import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const canPin =
  process.platform === "linux" &&
  availableParallelism() > 1 &&
  spawnSync("taskset", ["-V"]).status === 0;
const serverCore = "0";
const otherCores = `1-${availableParallelism() - 1}`;

/** Whether servers run on a dedicated core. */
export const isPinned = canPin;

/** Moves a process and its threads off the servers' core. */
export function keepOffServerCore(pid: number): void {
  if (canPin) spawnSync("taskset", ["-acp", otherCores, String(pid)]);
}

/** Puts a command on the servers' core. */
export const onServerCore = (words: string[]): string[] =>
  canPin ? ["taskset", "-c", serverCore, ...words] : words;

export interface ServerProcess {
  /** Seconds of processor time used so far, user and system; NaN if unavailable. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
) as { scripts: { start: string } };
// The options that `npm start` gives to Node, for every server.
const nodeFlags = scripts.start.split(" ").filter((word) => word.startsWith("--"));

const ticksPerSecond = 100;

function readCpuSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return NaN;
  // Fields 14 and 15 of proc(5), counted after the command's name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Starts a server on its dedicated core and waits until it responds. */
export async function startServer({
  args,
  env,
  cwd,
  readyUrl,
}: {
  args: string[];
  env: Record<string, string>;
  cwd: string;
  readyUrl: string;
}): Promise<ServerProcess> {
  const [command = "", ...rest] = onServerCore([process.execPath, ...nodeFlags, ...args]);
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`could not start ${args.join(" ")}`);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.once("exit", () => child.kill("SIGKILL"));
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 300)
      throw new Error(`${args.join(" ")} did not come to answer`);
    const response = await fetch(readyUrl).catch(() => undefined);
    if (response !== undefined && response.status < 500) break;
    await pause(100);
  }
  return {
    cpuSeconds: () => readCpuSeconds(pid),
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(late);
    },
  };
}
