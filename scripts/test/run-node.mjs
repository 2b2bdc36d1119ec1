import { spawn } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/**
 * Returns a function that tells whether this process was asked to stop. It then waits for the programs
 * that it runs: the terminal sends Ctrl-C to those as well, and `runNode` forwards SIGTERM.
 */
export function watchForStop() {
  let isAsked = false;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (isAsked = true));
  return () => isAsked;
}

/**
 * Runs a program of Node in the root folder, and resolves with its exit code.
 * @param {string[]} args
 * @param {(message: unknown) => void} [onMessage] gets what the program sends to its parent process
 */
export function runNode(args, onMessage) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", ...(onMessage === undefined ? [] : ["ipc"])],
    });
    if (onMessage !== undefined) child.on("message", onMessage);
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}
