import type { ChildProcess } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { findFreePort, makeDataFolder } from "@/testing/server-process";
import { until } from "@/testing/until";
import { type ClusterNode, createNodes, spawnOwned } from "./node";
import { findPrograms } from "./packages";
import { fillHaproxy, sampleAccounts } from "./samples";

const startMs = 120_000;
const names = ["pg1", "pg2", "pg3"];
/** What the standbys may still have to receive when the cluster counts as whole. */
const smallLagBytes = 1024 * 1024;

const Members = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});
type Member = z.infer<typeof Members>["members"][number];

/** Three nodes under Patroni, behind HAProxy. */
export interface Cluster {
  /** Of the primary, through HAProxy. */
  url: string;
  nodes: ClusterNode[];
  /** The primary, as the given nodes know it. Default: all. */
  findPrimary(asked?: ClusterNode[]): Promise<ClusterNode | undefined>;
  /** Waits until both standbys stream from the primary. */
  untilWhole(): Promise<void>;
  /** Makes a standby the primary, as planned. */
  switchOver(): Promise<void>;
  resume(): void;
  remove(): Promise<void>;
  kill(): void;
}

async function readView({ ports }: ClusterNode): Promise<Member[]> {
  const response = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined);
  return response?.status === 200 ? Members.parse(await response.json()).members : [];
}

const leaderOf = (members: Member[]) => members.find(({ role }) => role === "leader");

/** Returns the newest view of the nodes: one that was cut off still believes in the old primary. */
async function readMembers(nodes: ClusterNode[]): Promise<Member[]> {
  const views = await Promise.all(nodes.map(readView));
  const timeline = (view: Member[]) => leaderOf(view)?.timeline ?? 0;
  return views.toSorted((a, b) => timeline(b) - timeline(a))[0] ?? [];
}

const streams = ({ state, lag }: Member) =>
  ["running", "streaming"].includes(state) && typeof lag === "number" && lag < smallLagBytes;

function isWhole(members: Member[], isSynchronous: boolean): boolean {
  const leader = leaderOf(members);
  const standbys = members.filter((each) => each !== leader && each.timeline === leader?.timeline);
  return (
    standbys.length === names.length - 1 &&
    standbys.every(streams) &&
    (!isSynchronous || standbys.some(({ role }) => role === "sync_standby"))
  );
}

/** Waits until the node's etcd has joined the others: Patroni ends if it asks before that. */
const untilMember = ({ name, ports }: ClusterNode) =>
  until(
    `etcd of ${name} has joined`,
    async () => {
      const response = await fetch(`http://127.0.0.1:${ports.etcd}/version`).catch(() => undefined);
      const version = (await response?.json()) as { etcdcluster?: string } | undefined;
      return /^\d/.test(version?.etcdcluster ?? "") ? true : null;
    },
    startMs,
  );

const { rest, superuser } = sampleAccounts();

async function switchOver(members: Member[], primary: ClusterNode): Promise<void> {
  const candidate =
    members.find(({ role }) => role === "sync_standby") ??
    members.find(({ role }) => role === "replica");
  const response = await fetch(`http://127.0.0.1:${primary.ports.rest}/switchover`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${rest.username}:${rest.password}`).toString("base64")}`,
    },
    body: JSON.stringify({ leader: primary.name, candidate: candidate?.name }),
  });
  if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
}

async function askPrimary(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** HAProxy uses all nodes until it has checked them. */
async function untilOnlyPrimary(url: string): Promise<void> {
  let inARow = 0;
  await until(
    "HAProxy leads to the primary only",
    async () => {
      await pause(250);
      const reply = await askPrimary(url, "SELECT 1 WHERE NOT pg_is_in_recovery()").catch(
        () => null,
      );
      inARow = reply?.rowCount === 1 ? inARow + 1 : 0;
      return inARow === 2 * names.length ? true : null;
    },
    startMs,
  );
}

/** Creates Keystead's role and database, as the production guide says. @returns the URL */
async function createDatabase(port: number): Promise<string> {
  const { username, password } = superuser;
  const admin = `postgresql://${username}:${password}@127.0.0.1:${port}/postgres`;
  await untilOnlyPrimary(admin);
  await askPrimary(admin, "CREATE ROLE keystead LOGIN PASSWORD 'change-me-5' IN ROLE pg_monitor");
  await askPrimary(admin, "CREATE DATABASE keystead OWNER keystead");
  return `postgresql://keystead:change-me-5@127.0.0.1:${port}/keystead`;
}

/** @param dcs replaces settings of the sample of Patroni's configuration */
export async function startCluster(dcs: Record<string, unknown>): Promise<Cluster> {
  const programs = findPrograms();
  const isSynchronous = dcs["synchronous_mode"] !== false;
  const folder = makeDataFolder();
  const nodes = await createNodes(folder, names);
  let haproxy: ChildProcess | undefined;
  const readWhole = async () => {
    const members = await readMembers(nodes);
    return isWhole(members, isSynchronous) ? members : null;
  };
  const untilWhole = async () => void (await until("both standbys stream", readWhole, startMs));
  const cluster: Omit<Cluster, "url"> = {
    nodes,
    async findPrimary(asked = nodes) {
      const leader = leaderOf(await readMembers(asked));
      return nodes.find(({ name }) => name === leader?.name);
    },
    untilWhole,
    async switchOver() {
      const members = await until("the cluster is whole", readWhole);
      const primary = await cluster.findPrimary();
      if (primary === undefined) throw new Error("there is no primary");
      await switchOver(members, primary);
    },
    resume() {
      for (const node of nodes) node.restore();
    },
    async remove() {
      haproxy?.kill("SIGTERM");
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(folder, { recursive: true, force: true });
    },
    kill() {
      haproxy?.kill("SIGKILL");
      for (const node of nodes) node.kill();
    },
  };
  try {
    await Promise.all(nodes.map((node) => node.startEtcd(nodes)));
    await Promise.all(nodes.map(untilMember));
    await Promise.all(nodes.map((node) => node.startPatroni(dcs)));
    await untilWhole();
    const port = await findFreePort();
    const file = join(folder, "haproxy.cfg");
    await writeFile(file, fillHaproxy(port, nodes), { mode: 0o644 });
    haproxy = spawnOwned(nodes[0]?.folder ?? folder, programs.haproxy, ["-db", "-f", file]);
    return { ...cluster, url: await createDatabase(port) };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}
