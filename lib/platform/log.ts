import { pino, type Logger as PinoLogger } from "pino";
import { systemClock, type Clock } from "./clock";

export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

const bufferedBytes = 15 * 1_024;
const bufferedMs = 200;

/** Like pino's isoTime, but formats each millisecond only once. */
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
 * Writes JSON lines to standard output, buffered for at most 200 ms and flushed at exit. Log ids,
 * route templates and tags; never a URL, body, header or address.
 */
export function createLogger(): Logger {
  return pino(
    { base: null, timestamp: createTimestamp(systemClock) },
    pino.destination({ dest: 1, sync: false, minLength: bufferedBytes, periodicFlush: bufferedMs }),
  );
}
