import { StartupError } from "@/lib/errors";
import { describeUnexpected } from "@/lib/platform/database-failure";

/** Exit codes of the command line (cli/exit-code.ts), which `keystead start` shares. */
const exitCodes = { failed: 1, unavailable: 4 };

/** Prints why the process can't run, and ends it. */
export function fail(error: unknown): void {
  const text = error instanceof StartupError ? error.message : describeUnexpected(error);
  process.stderr.write(`keystead: ${text}\n`);
  process.exit(error instanceof StartupError ? exitCodes.unavailable : exitCodes.failed);
}
