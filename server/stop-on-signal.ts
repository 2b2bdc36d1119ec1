import { isStartedByNpm } from "@/lib/config";
import { fail } from "./fail";

const parentCheckMs = 200;

/**
 * Sends SIGTERM to this process when its parent shell exits. npm and npx send SIGTERM only to the
 * shell, which does not forward it.
 */
function stopWithNpm(): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    // The shell may have exited before, while npm start built Keystead: init is then the parent.
    if (process.ppid === shell && shell !== 1) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, parentCheckMs);
  timer.unref();
}

/**
 * Stops the process on SIGTERM and SIGINT, and when npm's shell exits.
 * @param abandon called on a second signal, which exits immediately; the database recovers from that
 */
export function stopOnSignal(stop: () => Promise<void>, abandon = () => undefined as void): void {
  let stopping: Promise<void> | undefined;
  const onSignal = () => {
    if (stopping !== undefined) {
      abandon();
      process.exit(1);
    }
    stopping = stop();
    void stopping.then(() => process.exit(0), fail);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  if (isStartedByNpm()) stopWithNpm();
}
