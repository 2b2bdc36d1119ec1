import type { Logger } from "@/lib/platform/log";

interface Failure {
  /** The event of the log line if it fails. */
  event: string;
  /** What fails, such as "checking alarms". */
  doing: string;
}

/** Runs work that its task repeats. A failure is logged by its name only. */
export async function runOrLog<T>(
  log: Pick<Logger, "warn">,
  { event, doing, ...facts }: Failure & Record<string, string>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warn(
      { event, ...facts, error: error instanceof Error ? error.name : "unknown" },
      `${doing} failed; will retry`,
    );
    return undefined;
  }
}

/**
 * Runs work at intervals, never twice at the same time. It doesn't keep the process running.
 * @param ms the interval; if `isAtOnce`, the work also runs now
 * @param work must not reject; its signal aborts when it's stopped
 * @returns a function that stops it, and resolves when the running work has ended
 */
export function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { isAtOnce = false } = {},
): () => Promise<void> {
  const controller = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work(controller.signal).finally(() => (running = undefined));
  };
  const timer = setInterval(run, ms);
  timer.unref();
  if (isAtOnce) run();
  return async () => {
    clearInterval(timer);
    controller.abort();
    await running;
  };
}
