import { pino, type Logger as PinoLogger } from "pino";
import { systemClock, type Clock } from "./clock";

export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

const bufferedBytes = 15 * 1_024;
const bufferedMs = 200;

/** pino's isoTime, written once for all lines of a millisecond. */
export function createTimestamp(clock: Clock): () => string {
  let at = NaN;
  let text = "";
  return () => {
    const now = clock.now();
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

/**
 * JSON lines on standard output, many in one write, at most 200 ms late and flushed at exit.
 * Callers log ids, route templates and tags; never a URL, body, header or address.
 */
export function createLogger(): Logger {
  return pino(
    { base: null, timestamp: createTimestamp(systemClock) },
    pino.destination({ dest: 1, sync: false, minLength: bufferedBytes, periodicFlush: bufferedMs }),
  );
}
