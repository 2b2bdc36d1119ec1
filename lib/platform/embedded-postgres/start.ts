import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "@/lib/errors";
import { type Claim, claimForCommand, claimForServer } from "./claim-folder";
import {
  type Cluster,
  findOwner,
  findPostmaster,
  initCluster,
  isAlive,
  lastLoggedError,
  type Postmaster,
  spawnPostmaster,
  superuser,
} from "./cluster";
import { placeBinaries } from "./place-binaries";

export interface EmbeddedPostgres {
  /** Connection URL of the database `keystead`. */
  url: string;
  /** Folder of the data. */
  folder: string;
  /** Stops PostgreSQL and waits until it has exited, unless another process owns it. */
  stop(): Promise<void>;
}

const database = "keystead";
const rootFolder = "/var/lib/keystead";
const startMs = 30_000;
const stopMs = 30_000;
const pollMs = 50;

const passwordFile = (dataFolder: string) => join(dataFolder, "database-password");

/** Whether a database was created in the data folder. */
export const hasEmbeddedPostgres = (dataFolder: string): boolean =>
  existsSync(passwordFile(dataFolder));

function readPassword(dataFolder: string): string {
  const file = passwordFile(dataFolder);
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new StartupError(
        `The data folder ${dataFolder} cannot be written ` +
          `(${(error as NodeJS.ErrnoException).code}). Set KEYSTEAD_DATA to a writable folder.`,
      );
  }
  return readFileSync(file, "utf8");
}

function locate(dataFolder: string, password: string): Cluster {
  const owner = findOwner();
  // PostgreSQL's user can't read root's home, so under root the data and executables are in
  // /var/lib.
  if (owner === undefined)
    return {
      folder: join(dataFolder, "postgres"),
      bin: placeBinaries({ copyTo: dataFolder, mustCopy: false }),
      owner,
    };
  mkdirSync(rootFolder, { recursive: true, mode: 0o755 });
  // With the password in the name, a data folder that was deleted and recreated gets a new cluster.
  const name = createHash("sha256").update(`${dataFolder}\n${password}`).digest("hex").slice(0, 16);
  return {
    folder: join(rootFolder, name),
    bin: placeBinaries({ copyTo: rootFolder, mustCopy: true }),
    owner,
  };
}

/**
 * Connects, or returns null if PostgreSQL doesn't respond.
 * @throws StartupError for a wrong password
 */
async function tryConnect(port: number, password: string, name: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: superuser,
    password,
    database: name,
    connectionTimeoutMillis: 2_000,
    application_name: "keystead-start",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01")
      throw new StartupError(
        "The file database-password does not match the PostgreSQL in the data folder. Restore it.",
      );
    return null;
  }
}

/** Connects to a postmaster that is still running after Keystead was killed, or starts one and waits until
 * it accepts connections. */
async function runPostmaster(
  cluster: Cluster,
  password: string,
): Promise<{ postmaster: Postmaster; admin: pg.Client }> {
  const deadline = performance.now() + startMs;
  let child = undefined as Awaited<ReturnType<typeof spawnPostmaster>> | undefined;
  while (performance.now() < deadline) {
    const postmaster = findPostmaster(cluster);
    const admin = postmaster?.port ? await tryConnect(postmaster.port, password, "postgres") : null;
    if (postmaster !== null && admin !== null) return { postmaster, admin };
    // If ours exited, a concurrent start may have won; the next round finds its postmaster.
    if (
      postmaster === null &&
      (child === undefined || child.exitCode !== null || child.pid === undefined)
    )
      child = await spawnPostmaster(cluster);
    await pause(pollMs);
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${cluster.folder} does not start: ${lastLoggedError(cluster)}`,
  );
}

async function createDatabase(admin: pg.Client): Promise<void> {
  try {
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      database,
    ]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${database}`);
  } catch (error) {
    const isDuplicate = ["42P04", "23505"].includes((error as { code?: string }).code ?? "");
    if (!isDuplicate) throw error;
  } finally {
    await admin.end();
  }
}

async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  // Fast shutdown: disconnects clients and writes a checkpoint.
  if (isAlive(pid)) process.kill(pid, "SIGINT");
  const deadline = performance.now() + stopMs;
  while (isAlive(pid) && performance.now() < deadline) await pause(pollMs);
}

/** Whether PostgreSQL closed the connection, for example because another process stopped it. */
function wasDisconnected(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(57P0[123]|ECONNRESET|EPIPE)$/.test(code) ||
    /^Connection terminated|is not queryable$/.test(message)
  );
}

/** Returns null if another process stopped the database meanwhile. */
async function tryOpen(
  cluster: Cluster,
  password: string,
  claim: (connection: pg.Client) => Promise<boolean>,
): Promise<EmbeddedPostgres | null> {
  const { postmaster, admin } = await runPostmaster(cluster, password);
  let connection: pg.Client | null = null;
  try {
    await createDatabase(admin);
    connection = await tryConnect(postmaster.port, password, database);
    if (connection === null) return null;
    const owner = connection;
    const stops = await claim(owner);
    return {
      url: `postgresql://${superuser}:${password}@127.0.0.1:${postmaster.port}/${database}`,
      folder: cluster.folder,
      async stop() {
        // Keep the lock until PostgreSQL has exited, so that no process claims one that is
        // stopping.
        if (stops) await stopPostmaster(postmaster);
        await owner.end().catch(() => undefined);
      },
    };
  } catch (error) {
    await connection?.end().catch(() => undefined);
    if (wasDisconnected(error)) return null;
    throw error;
  }
}

async function open(options: { dataFolder: string }, claim: Claim): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder);
  const password = readPassword(dataFolder);
  const cluster = locate(dataFolder, password);
  initCluster(cluster, password);
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    const opened = await tryOpen(cluster, password, (connection) => claim(connection, dataFolder));
    if (opened !== null) return opened;
  }
  throw new StartupError(
    "The embedded PostgreSQL stopped while Keystead was starting. Start Keystead again.",
  );
}

/**
 * Starts the PostgreSQL of a data folder on loopback, with a generated password, and claims the
 * folder for this process. A PostgreSQL that is still running after Keystead was killed is reused.
 * @throws StartupError if the folder cannot be written, another Keystead uses it or PostgreSQL does
 * not start
 */
export const startEmbeddedPostgres = (options: { dataFolder: string }): Promise<EmbeddedPostgres> =>
  open(options, claimForServer);

/**
 * The same for a command: uses the database of a running server, or starts one and stops it at the
 * end. Commands run one at a time.
 * @throws StartupError if the folder cannot be written, another command doesn't finish or
 * PostgreSQL does not start
 */
export const connectOrStart = (options: { dataFolder: string }): Promise<EmbeddedPostgres> =>
  open(options, claimForCommand);
