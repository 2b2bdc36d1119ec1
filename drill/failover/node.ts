import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { childrenOf, isRunning, signal } from "@/drill/processes";
import { environmentOf, findFreePort } from "@/testing/server-process";
import { until } from "@/testing/until";
import { findOwner, findPrograms } from "./packages";
import { type Relay, startRelay } from "./relay";
import { fillEtcd, fillPatroni, type NodePorts, type NodeSetting } from "./samples";

const stopMs = 30_000;

/** A machine of the cluster: PostgreSQL under Patroni, and a member of etcd. */
export interface ClusterNode extends NodeSetting {
  startEtcd(all: NodeSetting[]): Promise<void>;
  /** Once etcd has a leader. */
  startPatroni(dcs: Record<string, unknown>): Promise<void>;
  /** Kills every process of PostgreSQL at once (SIGKILL). */
  killPostgres(): void;
  /** Suspends every process (SIGSTOP). Connections stay open. */
  suspend(): void;
  resume(): void;
  /** Cuts every link to other machines. */
  cut(): void;
  /** Cuts the links of replication only. */
  cutReplication(): void;
  restore(): void;
  stop(): Promise<void>;
  /** Kills it without waiting, when the drill exits early. */
  kill(): void;
}

/** Starts a program as the owner of the node's files. It writes to a log there. */
export function spawnOwned(folder: string, program: string, args: string[]): ChildProcess {
  const log = openSync(join(folder, "log"), "a", 0o600);
  const child = spawn(program, args, {
    cwd: folder,
    env: environmentOf({ HOME: folder, PYTHONUNBUFFERED: "1" }) as NodeJS.ProcessEnv,
    stdio: ["ignore", log, log],
    ...findOwner(),
  });
  child.on("error", () => undefined);
  return child;
}

/** Creates a folder of the user that runs PostgreSQL. */
async function makeOwnedFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  const owner = findOwner();
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}

async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  const owner = findOwner();
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}

async function findPorts(): Promise<Pick<NodePorts, "postgres" | "rest" | "etcd" | "etcdPeer">> {
  const [postgres, rest, etcd, etcdPeer] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  return { postgres, rest, etcd, etcdPeer };
}

/** The processes of the node's PostgreSQL. It isn't a child of Patroni. */
function postgresOf(folder: string): number[] {
  try {
    const postmaster = Number.parseInt(
      readFileSync(join(folder, "data/postmaster.pid"), "utf8"),
      10,
    );
    const command = readFileSync(`/proc/${postmaster}/cmdline`, "utf8");
    return command.includes(folder) ? [postmaster, ...childrenOf(postmaster)] : [];
  } catch {
    return [];
  }
}

/** Creates the nodes with their relays. Starts none of their programs. */
export async function createNodes(folder: string, names: string[]): Promise<ClusterNode[]> {
  const ports = await Promise.all(names.map(findPorts));
  return Promise.all(
    names.map(async (name, index) => {
      const own = ports[index] as (typeof ports)[number];
      return createNode({ name, folder: join(folder, name), own, etcd: ports.map((p) => p.etcd) });
    }),
  );
}

async function createNode({
  name,
  folder,
  own,
  etcd,
}: {
  name: string;
  folder: string;
  own: Awaited<ReturnType<typeof findPorts>>;
  /** Ports of all members. */
  etcd: number[];
}): Promise<ClusterNode> {
  const programs = findPrograms();
  const replication = await startRelay(own.postgres);
  const clients = await startRelay(own.postgres);
  const rest = await startRelay(own.rest);
  const toEtcd = await Promise.all(etcd.map(startRelay));
  const relays: Relay[] = [replication, clients, rest, ...toEtcd];
  const setting: NodeSetting = {
    name,
    folder,
    ports: {
      ...own,
      replicationLink: replication.port,
      clientLink: clients.port,
      restLink: rest.port,
      etcdLinks: toEtcd.map(({ port }) => port),
    },
  };
  let member: ChildProcess | undefined;
  let patroni: ChildProcess | undefined;
  const suspended: number[] = [];

  const withChildren = ({ pid, exitCode, signalCode }: ChildProcess): number[] =>
    pid === undefined || exitCode !== null || signalCode !== null ? [] : [pid, ...childrenOf(pid)];
  const processes = () => [
    ...(patroni === undefined ? [] : withChildren(patroni)),
    ...postgresOf(folder),
    ...(member === undefined ? [] : withChildren(member)),
  ];
  const suspendAll = (list: () => number[]) => {
    // Twice, because a process may start another one before it is suspended.
    for (let round = 0; round < 2; round++)
      for (const pid of list()) {
        signal(pid, "SIGSTOP");
        suspended.push(pid);
      }
  };
  const resume = () => {
    for (const pid of new Set(suspended.splice(0))) signal(pid, "SIGCONT");
  };
  const restore = () => {
    for (const relay of relays) relay.restore();
    resume();
  };
  const kill = () => {
    for (const pid of processes()) signal(pid, "SIGKILL");
  };

  return {
    ...setting,
    async startEtcd(all) {
      await makeOwnedFolder(folder);
      const file = join(folder, "etcd.yml");
      await writeOwned(file, fillEtcd(setting, all));
      member = spawnOwned(folder, programs.etcd, ["--config-file", file]);
    },
    async startPatroni(dcs) {
      const file = join(folder, "patroni.yml");
      await writeOwned(file, fillPatroni(setting, dcs));
      patroni = spawnOwned(folder, programs.patroni, [file]);
    },
    killPostgres() {
      for (const pid of postgresOf(folder)) signal(pid, "SIGKILL");
    },
    suspend: () => suspendAll(processes),
    resume,
    cut() {
      for (const relay of relays) relay.cut();
      // Members of etcd have no relays between them. To the others, one that is suspended looks as
      // if it were cut off.
      suspendAll(() => (member === undefined ? [] : withChildren(member)));
    },
    cutReplication: () => replication.cut(),
    restore,
    async stop() {
      restore();
      // Patroni stops PostgreSQL.
      for (const child of [patroni, member]) {
        child?.kill("SIGTERM");
        const deadline = performance.now() + stopMs;
        await until(`${name} has stopped`, () =>
          child === undefined ||
          withChildren(child).every((pid) => !isRunning(pid)) ||
          performance.now() > deadline
            ? true
            : null,
        );
      }
      kill();
      for (const relay of relays) relay.close();
    },
    kill() {
      resume();
      kill();
    },
  };
}
