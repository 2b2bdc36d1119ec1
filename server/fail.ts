import { StartupError } from "@/lib/errors";

/** Prints why the process can't run, and ends it. */
export function fail(error: unknown): void {
  const text =
    error instanceof StartupError
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`keystead: ${text}\n`);
  process.exit(1);
}
