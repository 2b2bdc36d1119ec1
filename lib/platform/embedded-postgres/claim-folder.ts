import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { StartupError } from "@/lib/errors";

/**
 * Decides on a connection, whose locks die with this process, whether this process is the one that
 * stops the database.
 * @throws StartupError when the folder's turn does not come
 */
export type Claim = (connection: pg.Client, dataFolder: string) => Promise<boolean>;

const takeOverMs = 5_000;
const turnMs = 30_000;
const pollMs = 50;
// Whoever holds it stops the database at its end; PostgreSQL frees it when the holder dies.
const folderLock = 7_305_001;
const commandLock = 7_305_002;
const statementTimedOut = "57014";

async function tryFolderLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS held",
    [folderLock],
  );
  return rows[0]?.held === true;
}

/** For a server: the folder or nothing. */
export const claimForServer: Claim = async (connection, dataFolder) => {
  const deadline = performance.now() + takeOverMs;
  for (;;) {
    if (await tryFolderLock(connection)) return true;
    if (performance.now() > deadline)
      throw new StartupError(
        `Another Keystead uses the data folder ${dataFolder}; stop it, or set KEYSTEAD_DATA and PORT for this one.`,
      );
    await pause(pollMs);
  }
};

/**
 * For a command: commands take turns, so that none stops the database under another, and a server
 * keeps the folder.
 */
export const claimForCommand: Claim = async (connection, dataFolder) => {
  try {
    await connection.query(`SET statement_timeout = ${turnMs}`);
    await connection.query("SELECT pg_advisory_lock($1)", [commandLock]);
  } catch (error) {
    if ((error as { code?: string }).code !== statementTimedOut) throw error;
    throw new StartupError(
      `Another command has used the data folder ${dataFolder} for ${turnMs / 1_000} seconds; wait for it, or end it.`,
    );
  }
  return tryFolderLock(connection);
};
