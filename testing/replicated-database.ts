import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOwner, spawnPostmaster } from "@/lib/platform/embedded-postgres/cluster";
import { placeBinaries } from "@/lib/platform/embedded-postgres/place-binaries";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { asAdmin } from "./admin-connection";
import { until } from "./until";

/** The name by which the primary knows the standby. */
export const standbyName = "second";

export interface ReplicatedDatabase {
  /** Of the primary, without tables, as a superuser. */
  url: string;
  /** Changes a setting of the primary. It may take effect a moment later. */
  set(name: string, value: string): Promise<void>;
  /** Starts the standby, and waits until it streams. */
  startStandby(): Promise<void>;
  /** Stops the standby, and waits until the primary has noticed. */
  stopStandby(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts a PostgreSQL whose standby is a copy of its files, because the embedded one lacks
 * pg_basebackup. Replication is asynchronous, and the standby doesn't run yet.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-replicated-"));
  const first = await startEmbeddedPostgres({ dataFolder });
  await first.stop();
  const folder = `${first.folder}-standby`;
  execFileSync("cp", ["-a", first.folder, folder]);
  const primary = await startEmbeddedPostgres({ dataFolder });
  const { hostname, port, username, password } = new URL(primary.url);
  const upstream = `host=${hostname} port=${port} user=${username} password=${password} application_name=${standbyName}`;
  writeFileSync(path.join(folder, "data/standby.signal"), "");
  appendFileSync(
    path.join(folder, "data/postgresql.auto.conf"),
    `primary_conninfo = '${upstream}'\n`,
  );
  const owner = findOwner();
  const bin = placeBinaries({
    copyTo: path.dirname(primary.folder),
    mustCopy: owner !== undefined,
  });
  let standby: ChildProcess | undefined;
  const streams = (isExpected: boolean) =>
    until(`the standby to be ${isExpected ? "connected" : "gone"}`, () =>
      asAdmin(primary.url, async (client) => {
        const { rowCount } = await client.query(
          "SELECT FROM pg_stat_replication WHERE state = 'streaming'",
        );
        return rowCount === (isExpected ? 1 : 0) ? true : null;
      }),
    );
  async function stopStandby() {
    if (standby === undefined) return;
    const stopped = once(standby, "exit");
    standby.kill("SIGINT");
    await stopped;
    standby = undefined;
    await streams(false);
  }
  return {
    url: primary.url,
    stopStandby,
    set: (name, value) =>
      asAdmin(primary.url, async (client) => {
        await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
        await client.query("SELECT pg_reload_conf()");
      }),
    async startStandby() {
      standby = await spawnPostmaster({ folder, bin, owner });
      await streams(true);
    },
    async remove() {
      await stopStandby();
      await primary.stop();
      for (const each of [folder, primary.folder, dataFolder])
        await rm(each, { recursive: true, force: true });
    },
  };
}
