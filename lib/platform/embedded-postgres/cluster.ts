import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { childEnvironment } from "@/lib/config";
import { StartupError } from "@/lib/errors";

/** The user that runs PostgreSQL, which refuses to run as root. */
interface Owner {
  uid: number;
  gid: number;
}

const account = "postgres";

function lookUp(flag: "-u" | "-g"): number | undefined {
  const { status, stdout } = spawnSync("id", [flag, account], { encoding: "utf8" });
  return status === 0 ? Number(stdout.trim()) : undefined;
}

/**
 * Returns the unprivileged user `postgres` if Keystead runs as root, and creates it if it is
 * missing. Otherwise undefined: PostgreSQL runs as the current user.
 */
export function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (lookUp("-u") === undefined) {
    const created = spawnSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/bin/false",
      account,
    ]);
    if (created.status !== 0) spawnSync("adduser", ["-S", "-D", "-H", account]);
  }
  const uid = lookUp("-u");
  const gid = lookUp("-g");
  if (uid === undefined || gid === undefined)
    throw new StartupError(
      "PostgreSQL does not run as root, and the user postgres could not be created. " +
        "Start Keystead as an unprivileged user.",
    );
  return { uid, gid };
}

export const superuser = "keystead";

/** The folders of a cluster and its executables, and the user that runs it. */
export interface Cluster {
  folder: string;
  bin: string;
  owner: Owner | undefined;
}

const dataOf = ({ folder }: Cluster) => join(folder, "data");
const logOf = ({ folder }: Cluster) => join(folder, "postgres.log");

function own(path: string, owner: Owner | undefined): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}

/** Creates the cluster unless it exists. It is renamed into place, so it is never incomplete. */
export function initCluster(cluster: Cluster, password: string): void {
  const { folder, bin, owner } = cluster;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  own(folder, owner);
  if (existsSync(join(dataOf(cluster), "PG_VERSION"))) return;
  const draft = join(folder, `data.${randomUUID()}`);
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(passwordFile, owner);
  try {
    const locale = [
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ];
    const { status, stderr, error } = spawnSync(
      join(bin, "initdb"),
      ["-D", draft, "-U", superuser, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, ...locale],
      {
        cwd: folder,
        encoding: "utf8",
        env: childEnvironment(),
        ...owner,
      },
    );
    if (status !== 0) {
      const reason = (stderr || error?.message || "no reason given").trim().split("\n").at(-1);
      throw new StartupError(`The embedded PostgreSQL could not be set up in ${folder}: ${reason}`);
    }
    try {
      renameSync(draft, dataOf(cluster));
    } catch (failure) {
      // A concurrent start has created the cluster.
      if (!existsSync(join(dataOf(cluster), "PG_VERSION"))) throw failure;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

export interface Postmaster {
  pid: number;
  port: number;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process is PostgreSQL. After a machine crash another program may have the same pid.
 */
function isPostgres(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres");
  } catch {
    return false;
  }
}

/** Reads a file that another process may delete at any time; empty when it is missing. */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/**
 * Returns the postmaster that runs this cluster, ready or not, or null. Reads pid and port from
 * lines 1 and 4 of postmaster.pid.
 */
export function findPostmaster(cluster: Cluster): Postmaster | null {
  const file = join(dataOf(cluster), "postmaster.pid");
  const lines = readIfExists(file).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !isAlive(pid)) return null;
  if (isPostgres(pid)) return { pid, port };
  rmSync(file, { force: true });
  return null;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) =>
    probe.once("error", reject).listen(0, "127.0.0.1", resolve),
  );
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts a postmaster on a free loopback port. Detached, so that Ctrl-C doesn't stop it before
 * requests have drained.
 */
export async function spawnPostmaster(cluster: Cluster): Promise<ChildProcess> {
  const log = openSync(logOf(cluster), "a", 0o600);
  own(logOf(cluster), cluster.owner);
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(await findFreePort()),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(cluster.bin, "postgres"), ["-D", dataOf(cluster), ...options], {
    cwd: cluster.folder,
    detached: true,
    env: childEnvironment(),
    stdio: ["ignore", log, log],
    ...cluster.owner,
  });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child;
}

/** Returns the last error in PostgreSQL's log. */
export function lastLoggedError(cluster: Cluster): string {
  const lines = existsSync(logOf(cluster))
    ? readFileSync(logOf(cluster), "utf8").trim().split("\n")
    : [];
  return (
    lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line)) ??
    lines.at(-1) ??
    "no reason given"
  );
}
