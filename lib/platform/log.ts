import { pino, type Logger as PinoLogger } from "pino";

export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

/** JSON lines on standard output. Callers log ids, route templates and tags; never a URL, body, header or address. */
export function createLogger(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
