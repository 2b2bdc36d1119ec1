import { CommanderError } from "commander";
import { errorStatus, isServiceError, StartupError } from "@/lib/errors";
import { isUnavailable } from "@/lib/platform/database";

/**
 * | code | meaning |
 * |---|---|
 * | 0 | done |
 * | 1 | unexpected failure; the only one that shows a stack |
 * | 2 | wrong usage: an unknown command or option, or a value that is missing, malformed or refused |
 * | 3 | no such tenancy or key |
 * | 4 | the configuration is wrong, the database cannot be used, or a stored key does not open |
 * | 5 | the audit log is not what it was |
 * | 130, 143 | ended by SIGINT, SIGTERM |
 */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  unavailable: 4,
  broken: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export const exitCodeHelp = `
Exit codes:
  0  done
  1  unexpected failure
  2  wrong usage: an unknown command or option, or a value that is missing, malformed or refused
  3  no such tenancy or key
  4  the configuration is wrong, the database cannot be used, or a stored key does not open
  5  the audit log is not what it was`;

/** A check that ran to its end and found that something is not what it was. */
export class FoundBroken extends Error {
  override name = "FoundBroken";
}

/**
 * What ended a command, for people and for scripts. No sentence where Commander has said it
 * already.
 */
export function explainFailure(error: unknown): { code: ExitCode; sentence?: string } {
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? exitCode.done : exitCode.usage };
  if (error instanceof StartupError) return { code: exitCode.unavailable, sentence: error.message };
  if (error instanceof FoundBroken) return { code: exitCode.broken, sentence: error.message };
  if (isServiceError(error)) {
    const status = errorStatus[error.tag];
    if (status === 404) return { code: exitCode.notFound, sentence: error.message };
    if (status < 500) return { code: exitCode.usage, sentence: error.message };
  }
  if (isUnavailable(error))
    return {
      code: exitCode.unavailable,
      sentence: "The database went away or has no connection left; nothing was changed. Try again.",
    };
  return {
    code: exitCode.failed,
    sentence: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
