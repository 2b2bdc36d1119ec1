import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "@/lib/errors";
import { placeBinaries } from "./binaries";
import { claimForCommand, claimForServer, type Claim } from "./claim-folder";
import {
  findPostmaster,
  initCluster,
  isAlive,
  lastComplaint,
  spawnPostmaster,
  superuser,
  type Cluster,
  type Postmaster,
} from "./cluster";
import { findOwner } from "./owner";

export interface EmbeddedPostgres {
  /** Connection URL of the database `keystead`. */
  url: string;
  /** Where the data lies. */
  folder: string;
  /** Shuts PostgreSQL down, unless it is another process's to stop, and waits until it has gone. */
  stop(): Promise<void>;
}

const database = "keystead";
const rootFolder = "/var/lib/keystead";
const startMs = 30_000;
const stopMs = 30_000;
const pollMs = 50;

function readPassword(dataFolder: string): string {
  const file = join(dataFolder, "database-password");
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new StartupError(
        `The data folder ${dataFolder} cannot be written (${(error as NodeJS.ErrnoException).code}); set KEYSTEAD_DATA to one that can.`,
      );
  }
  return readFileSync(file, "utf8");
}

function locate(dataFolder: string, password: string): Cluster {
  const owner = findOwner();
  // PostgreSQL's user cannot reach data or executables below root's home, so under root both lie
  // elsewhere.
  if (owner === undefined)
    return {
      folder: join(dataFolder, "postgres"),
      bin: placeBinaries({ copyTo: dataFolder, mustCopy: false }),
      owner,
    };
  mkdirSync(rootFolder, { recursive: true, mode: 0o755 });
  // The password in the name makes a data folder that was deleted and made anew a new cluster, as
  // it is for other users.
  const name = createHash("sha256").update(`${dataFolder}\n${password}`).digest("hex").slice(0, 16);
  return {
    folder: join(rootFolder, name),
    bin: placeBinaries({ copyTo: rootFolder, mustCopy: true }),
    owner,
  };
}

/** Null while nobody answers. @throws StartupError when the password does not fit */
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
        "The file database-password in the data folder is not the one that its PostgreSQL was made with; restore it.",
      );
    return null;
  }
}

/** Adopts a postmaster that outlived its Keystead, or starts one, and waits until it answers. */
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
    // One that exited may have lost a race against another start, whose postmaster is then found
    // above.
    if (
      postmaster === null &&
      (child === undefined || child.exitCode !== null || child.pid === undefined)
    )
      child = await spawnPostmaster(cluster);
    await pause(pollMs);
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${cluster.folder} does not start: ${lastComplaint(cluster)}`,
  );
}

async function createDatabase(admin: pg.Client): Promise<void> {
  try {
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      database,
    ]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${database}`);
  } catch (error) {
    const alreadyMade = ["42P04", "23505"].includes((error as { code?: string }).code ?? "");
    if (!alreadyMade) throw error;
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

/** Whether the database went away under a connection, as it does while another process stops it. */
function wasCutOff(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(57P0[123]|ECONNRESET|EPIPE)$/.test(code) ||
    /^Connection terminated|is not queryable$/.test(message)
  );
}

/** Null when the database was stopped by another process meanwhile. */
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
        // The lock lasts until PostgreSQL has gone: nobody else may claim one that is about to
        // stop.
        if (stops) await stopPostmaster(postmaster);
        await owner.end().catch(() => undefined);
      },
    };
  } catch (error) {
    await connection?.end().catch(() => undefined);
    if (wasCutOff(error)) return null;
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
    "The embedded PostgreSQL stopped while Keystead was starting; start it again.",
  );
}

/**
 * Starts the PostgreSQL that belongs to a data folder, on loopback with a password of its own, and
 * holds the folder for this process. One that outlived a killed Keystead is taken over.
 * @throws StartupError when the folder cannot be written, another Keystead uses it, or PostgreSQL
 * does not start
 */
export const startEmbeddedPostgres = (options: { dataFolder: string }): Promise<EmbeddedPostgres> =>
  open(options, claimForServer);

/**
 * The same for a command: a database that a server runs is used beside it and left running; else it
 * is started, and stopped at the end. Commands take turns.
 * @throws StartupError when the folder cannot be written, the turn does not come, or PostgreSQL
 * does not start
 */
export const connectOrStart = (options: { dataFolder: string }): Promise<EmbeddedPostgres> =>
  open(options, claimForCommand);
