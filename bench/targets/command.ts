import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onServerCore } from "@/bench/pinned-process";
import { environmentOf } from "@/testing/server-process";

const program = join(import.meta.dirname, "../../dist/keystead.mjs");
const watchEveryMs = 50;

export interface FinishedCommand<T> {
  /** What `--json` printed. */
  result: T;
  seconds: number;
  /** Most resident memory, in MB; NaN if unavailable. */
  peakMb: number;
}

/** Reads the most memory that a process has used so far, from proc(5). */
function readPeakMb(pid: number): number | undefined {
  try {
    const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kb === undefined ? undefined : Number(kb) / 1_024;
  } catch {
    return undefined;
  }
}

/** Runs a command of the built command line. @throws Error unless it succeeds */
export async function runCommand<T>(
  args: string[],
  env: Record<string, string>,
): Promise<FinishedCommand<T>> {
  const startedAt = performance.now();
  const [command = "", ...rest] = onServerCore([process.execPath, program, ...args, "--json"]);
  const child = spawn(command, rest, {
    env: environmentOf(env) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text.err += chunk.toString()));
  let peakMb = NaN;
  const watch = () => (peakMb = readPeakMb(child.pid ?? 0) ?? peakMb);
  const timer = setInterval(watch, watchEveryMs);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`keystead ${args[0]} ended with ${String(code)}: ${text.err}`);
  return {
    result: JSON.parse(text.out) as T,
    seconds: (performance.now() - startedAt) / 1_000,
    peakMb,
  };
}
