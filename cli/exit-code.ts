import { CommanderError } from "commander";
import { errorStatus, isServiceError, ServiceError, StartupError } from "@/lib/errors";
import { BackupDamaged } from "@/lib/platform/backup/backup-format";
import { RestoreInterrupted } from "@/lib/platform/backup/load-backup";
import { isUnavailable, unknownOutcome } from "@/lib/platform/database";
import { describeUnexpected } from "@/lib/platform/database-failure";

/**
 * | code | meaning |
 * |---|---|
 * | 0 | done |
 * | 1 | unexpected failure; the only one with a stack trace |
 * | 2 | usage error: an unknown command or option, or a missing, malformed or refused value; or `apply --check` found differences |
 * | 3 | installation, tenancy, key, webhook, user, passkey or owner not found |
 * | 4 | invalid configuration, unavailable database, a stored key that cannot be decrypted, or a problem that `doctor` found |
 * | 5 | the audit log or a backup is damaged |
 * | 130, 143 | stopped by SIGINT, SIGTERM |
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
  2  usage error: an unknown command or option, or a missing, malformed or refused value;
     or apply --check found differences
  3  installation, tenancy, key, webhook, user, passkey or owner not found
  4  invalid configuration, unavailable database, a stored key that cannot be decrypted,
     or a problem that doctor found
  5  the audit log or a backup is damaged`;

/** A thing that the command names doesn't exist. The message says how to find one. */
export const notFound = (message: string) =>
  new ServiceError("@error/NotFound", undefined, message);

/** A verification that ran to completion and failed. */
export class VerificationFailed extends Error {
  override name = "VerificationFailed";
}

/** `apply --check` ran to completion and found differences. */
export class DifferencesFound extends Error {
  override name = "DifferencesFound";
}

/** `doctor` ran to completion and found problems. */
export class ProblemsFound extends Error {
  override name = "ProblemsFound";
}

/** Maps an error to an exit code and a message. No message if Commander already printed one. */
export function explainFailure(error: unknown): { code: ExitCode; message?: string } {
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? exitCode.done : exitCode.usage };
  if (error instanceof StartupError) return { code: exitCode.unavailable, message: error.message };
  if (error instanceof VerificationFailed || error instanceof BackupDamaged)
    return { code: exitCode.broken, message: error.message };
  if (error instanceof DifferencesFound) return { code: exitCode.usage, message: error.message };
  if (error instanceof ProblemsFound) return { code: exitCode.unavailable, message: error.message };
  if (error instanceof RestoreInterrupted) {
    const { code, message } = explainFailure(error.cause);
    return { code, message: `${message ?? ""}\n${error.message}` };
  }
  if (isServiceError(error)) {
    const status = errorStatus[error.tag];
    if (status === 404) return { code: exitCode.notFound, message: error.message };
    if (status < 500) return { code: exitCode.usage, message: error.message };
  }
  if (isUnavailable(error))
    return {
      code: exitCode.unavailable,
      message:
        unknownOutcome(error) ??
        "The database is unreachable or has no free connection; nothing was changed. Try again.",
    };
  return { code: exitCode.failed, message: describeUnexpected(error) };
}
