import { execFile, spawnSync } from "node:child_process";
import { environmentOf } from "@/testing/server-process";

export const isInstalled = (command: string): boolean =>
  spawnSync(command, ["--version"]).status === 0;

interface Ended {
  stdout: string;
  stderr: string;
  status: number;
}

/**
 * Runs a program of the documentation without blocking this process: after a block, `fetch` would use a
 * connection that the server has closed.
 */
export function runProgram(
  command: string,
  args: string[],
  { env, cwd = "docs/snippets" }: { env: Record<string, string>; cwd?: string },
): Promise<Ended> {
  const options = {
    cwd,
    // Keeps compiled files out of the documentation's folder.
    env: environmentOf({ PYTHONDONTWRITEBYTECODE: "1", ...env }) as NodeJS.ProcessEnv,
  };
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (_error, stdout, stderr) =>
      resolve({ stdout, stderr, status: child.exitCode ?? 1 }),
    );
  });
}
