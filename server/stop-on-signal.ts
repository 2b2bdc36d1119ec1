import { isStartedByNpm } from "@/lib/config";
import { fail } from "./fail";
import { stopWithNpm } from "./stop-with-npm";

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
