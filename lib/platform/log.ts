import { type Logger as PinoLogger, pino } from "pino";

export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

const bufferedBytes = 15 * 1_024;
const bufferedMs = 200;

/** At most that many frames of a stack are logged. */
const loggedFrames = 8;

/**
 * Returns what may be logged of a thrown value: its name and stack frames. A message may quote what
 * a caller sent or the database has.
 */
export function describeThrown(error: unknown): { name: string; frames: string[] } {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error();
  const lines = stack.replace(message, () => "").split("\n");
  const frames = lines.filter((line) => /^\s+at /.test(line));
  return { name, frames: frames.slice(0, loggedFrames) };
}

/**
 * Turns what Next and React write to the console into log lines. Their texts quote requests, so a line
 * has only the error, or else where it was written. Their progress is dropped.
 */
export function logConsole(log: Logger): void {
  const write =
    (level: "warn" | "error") =>
    (...values: unknown[]) => {
      const error = values.find((value) => value instanceof Error) ?? new Error();
      const { digest } = error as { digest?: unknown };
      log[level]({ event: "page.problem", ...describeThrown(error), digest }, "page problem");
    };
  const drop = () => undefined;
  Object.assign(console, {
    ...{ error: write("error"), warn: write("warn") },
    ...{ log: drop, info: drop, debug: drop, trace: drop },
  });
}

/**
 * Writes JSON lines to standard output, buffered for at most 200 ms and flushed at exit. Log ids,
 * route templates, tags and the origin of a refused page; never a URL, body, address or other header.
 * @param mixin returns fields that each line gets
 */
export function createLogger(mixin?: () => object): Logger {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(mixin === undefined ? {} : { mixin }),
    },
    pino.destination({ dest: 1, sync: false, minLength: bufferedBytes, periodicFlush: bufferedMs }),
  );
}
