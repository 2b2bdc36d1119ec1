import { spawn } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/**
 * Returns a function that tells whether this process was asked to stop. It then waits for the program
 * that it runs: the terminal sends Ctrl-C to that one as well, and `runNode` forwards SIGTERM.
 */
export function watchForStop() {
  let isAsked = false;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (isAsked = true));
  return () => isAsked;
}

/** Runs a program of Node in the root folder, and resolves with its exit code. */
export function runNode(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}
