import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { applyMigrations } from "@/lib/platform/migrations";
import { asAdmin } from "./admin-connection";

export interface StoppableDatabase {
  url: string;
  /** Suspends every process of the cluster. Connections stay open, and nothing responds. */
  hang(): Promise<void>;
  resume(): void;
  /** Resumes, stops and removes the cluster. */
  remove(): Promise<void>;
}

/** Starts a migrated cluster of its own, because a suspended one would block other test files. */
export async function startStoppableDatabase(): Promise<StoppableDatabase> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-hang-"));
  const cluster = await startEmbeddedPostgres({ dataFolder });
  const postmaster = Number(
    readFileSync(path.join(cluster.folder, "data/postmaster.pid"), "utf8").split("\n")[0],
  );
  await applyMigrations({ databaseUrl: cluster.url, folder: "prisma/migrations" });
  let suspended: number[] = [];
  const resume = () => {
    for (const pid of suspended.splice(0)) {
      try {
        process.kill(pid, "SIGCONT");
      } catch {
        // This backend has exited.
      }
    }
  };
  return {
    url: cluster.url,
    resume,
    async hang() {
      const pids = await asAdmin(cluster.url, async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
        );
        return rows.map(({ pid }) => pid);
      });
      // The postmaster first, so that it starts no further process.
      suspended = [postmaster, ...pids];
      for (const pid of suspended) process.kill(pid, "SIGSTOP");
    },
    async remove() {
      resume();
      await cluster.stop();
      for (const folder of [cluster.folder, dataFolder])
        await rm(folder, { recursive: true, force: true });
    },
  };
}
