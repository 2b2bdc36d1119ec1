import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { makeDataFolder } from "@/testing/server-process";
import { until } from "@/testing/until";
import { childrenOf, isRunning, signal } from "./processes";

const stopMs = 30_000;

/** A PostgreSQL with default settings that the drill can kill, suspend and start again. */
export interface DrillDatabase {
  url: string;
  /** Kills every process of the cluster at once (SIGKILL). */
  crash(): Promise<void>;
  /** Starts it again on the same data and port, and waits until it accepts connections. */
  restart(): Promise<void>;
  /** Suspends every process of the cluster (SIGSTOP). Connections stay open. */
  suspend(): void;
  resume(): void;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
  /** Kills it without waiting, when the drill exits early. */
  kill(): void;
}

/** Runs the command that started PostgreSQL, as `pg_ctl restart` does. @returns its pid */
function spawnAgain(folder: string): number | undefined {
  const data = join(folder, "data");
  const command = readFileSync(join(data, "postmaster.opts"), "utf8");
  const program = command.slice(0, command.indexOf(' "'));
  const args = [...command.matchAll(/"([^"]*)"/g)].map(([, arg = ""]) => arg);
  const log = openSync(join(folder, "postgres.log"), "a", 0o600);
  // PostgreSQL refuses to run as root. Its data belongs to the user that runs it.
  const { uid, gid } = statSync(data);
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", log, log],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child.pid;
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function startDrillDatabase(): Promise<DrillDatabase> {
  const dataFolder = makeDataFolder();
  const { url, folder } = await startEmbeddedPostgres({ dataFolder });
  // Undefined while it doesn't run, because its pid may then belong to another program.
  let postmaster: number | undefined = Number.parseInt(
    readFileSync(join(folder, "data/postmaster.pid"), "utf8"),
    10,
  );
  let suspended: number[] = [];
  const processes = () => (postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]);
  const resume = () => {
    for (const pid of suspended.splice(0)) signal(pid, "SIGCONT");
  };
  const kill = () => {
    resume();
    for (const pid of processes()) signal(pid, "SIGKILL");
  };
  return {
    url,
    async crash() {
      const killed = processes();
      for (const pid of killed) signal(pid, "SIGKILL");
      await until("PostgreSQL's processes have ended", () =>
        killed.some(isRunning) ? null : true,
      );
      postmaster = undefined;
    },
    async restart() {
      await until("PostgreSQL accepts connections", async () => {
        if (postmaster === undefined || !isRunning(postmaster)) postmaster = spawnAgain(folder);
        return (await accepts(url)) ? true : null;
      });
    },
    suspend() {
      // The postmaster comes first. Once it has stopped, it starts no further process.
      if (postmaster !== undefined) signal(postmaster, "SIGSTOP");
      suspended = processes();
      for (const pid of suspended) signal(pid, "SIGSTOP");
    },
    resume,
    async remove() {
      resume();
      if (postmaster !== undefined) {
        // Fast shutdown: it disconnects clients.
        signal(postmaster, "SIGINT");
        const deadline = performance.now() + stopMs;
        while (isRunning(postmaster) && performance.now() < deadline) await pause(50);
        if (isRunning(postmaster)) kill();
        postmaster = undefined;
      }
      for (const path of [folder, dataFolder]) await rm(path, { recursive: true, force: true });
    },
    kill,
  };
}
