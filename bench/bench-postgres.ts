import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { keepOffServerCore } from "./pinned-process";

export interface BenchPostgres {
  /** A database of the server. Its user is a superuser. */
  adminUrl: string;
  /** PostgreSQL's log file. */
  logFile: string;
  /** For temporary files. */
  folder: string;
  createDatabase(name: string): Promise<string>;
  /** Registers cleanup. The last one registered runs first, also if the benchmark fails. */
  onEnd(step: () => unknown): void;
}

/** Runs a benchmark with its own PostgreSQL, off the servers' core, and cleans up after it. */
export async function withPostgres(
  work: (postgres: BenchPostgres) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-bench-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const cleanUp: (() => unknown)[] = [
    () => rm(postgres.folder, { recursive: true, force: true }),
    () => rm(folder, { recursive: true, force: true }),
    () => postgres.stop(),
  ];
  const stopAll = async () => {
    for (const step of cleanUp.splice(0).reverse())
      try {
        await step();
      } catch (error) {
        process.stderr.write(`${String(error)}\n`);
      }
  };
  process.once("SIGINT", () => void stopAll().then(() => process.exit(130)));
  try {
    keepOffServerCore(process.pid);
    keepOffServerCore(
      Number.parseInt(await readFile(join(postgres.folder, "data/postmaster.pid"), "utf8"), 10),
    );
    await work({
      adminUrl: postgres.url,
      logFile: join(postgres.folder, "postgres.log"),
      folder,
      async createDatabase(name) {
        const client = new pg.Client({ connectionString: postgres.url });
        await client.connect();
        await client.query(`CREATE DATABASE "${name}"`);
        await client.end();
        const url = new URL(postgres.url);
        url.pathname = `/${name}`;
        return url.toString();
      },
      onEnd: (step) => void cleanUp.push(step),
    });
  } finally {
    await stopAll();
  }
}
