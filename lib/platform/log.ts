import { type Logger as PinoLogger, pino } from "pino";

export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

const bufferedBytes = 15 * 1_024;
const bufferedMs = 200;

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
