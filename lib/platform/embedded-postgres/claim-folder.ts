import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { StartupError } from "@/lib/errors";
import { tryLock, waitForLock } from "@/lib/platform/session-lock";

/**
 * Decides whether this process stops the database at its end. Uses locks of the connection, which
 * PostgreSQL frees when this process ends.
 * @throws StartupError if another process keeps the folder
 */
export type Claim = (connection: pg.Client, dataFolder: string) => Promise<boolean>;

const takeOverMs = 5_000;
const turnMs = 30_000;
const pollMs = 50;
// The process with this lock stops the database at its end.
const folderLock = 7_305_001;
const commandLock = 7_305_002;
const statementTimedOut = "57014";

/** Claims the folder for a server, which needs it exclusively. */
export const claimForServer: Claim = async (connection, dataFolder) => {
  const deadline = performance.now() + takeOverMs;
  for (;;) {
    if (await tryLock(connection, folderLock)) return true;
    if (performance.now() > deadline)
      throw new StartupError(
        `Another Keystead uses the data folder ${dataFolder}. ` +
          "Stop it, or set KEYSTEAD_DATA and PORT for this one.",
      );
    await pause(pollMs);
  }
};

/**
 * Claims the folder for a command. Commands run one at a time, so that none stops the database
 * while another uses it. A running server keeps the folder.
 */
export const claimForCommand: Claim = async (connection, dataFolder) => {
  try {
    await connection.query(`SET statement_timeout = ${turnMs}`);
    await waitForLock(connection, commandLock);
  } catch (error) {
    if ((error as { code?: string }).code !== statementTimedOut) throw error;
    throw new StartupError(
      `Another command has used the data folder ${dataFolder} for ${turnMs / 1_000} seconds. ` +
        "Wait for it, or stop it.",
    );
  }
  return tryLock(connection, folderLock);
};
