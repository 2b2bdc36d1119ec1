import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variableNames } from "@/lib/config";
import { until } from "./until";

type Environment = Record<string, string | undefined>;

export interface ServerProcess {
  child: ChildProcess;
  port: number;
  url: string;
  dataFolder: string;
  /** Standard output so far. */
  output(): string;
  errors(): string;
  /** Resolves when the server accepts requests. */
  ready(): Promise<void>;
  /** Sends the signal, if any, and resolves with the exit code. */
  exit(signal?: NodeJS.Signals): Promise<number | null>;
  demo(): Promise<{ endpoint: string; tenancyId: string; clientId: string; apiKey: string }>;
  /** The folder of PostgreSQL's files, as printed at start. */
  clusterFolder(): string | undefined;
  /** URL of the configured database, or else of the embedded one. */
  databaseUrl(): Promise<string>;
}

/**
 * Returns a port on which nothing listens. It is below those that systems give to outgoing connections,
 * so none of them takes it before the server does.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(port, () => resolve(true));
  });
  if (!isFree) return findFreePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Creates a temporary folder that any user may enter. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keystead-server-"));
  chmodSync(folder, 0o755);
  return folder;
}

const ours = [...variableNames, "NODE_ENV", "npm_lifecycle_event"];

/** Returns the environment without Keystead's variables, plus the added ones. */
export function environmentOf(added: Environment): Environment {
  const inherited = Object.entries(process.env).filter(([name]) => !ours.includes(name));
  return { ...Object.fromEntries(inherited), ...added };
}

interface Options {
  /** Default: this Node. */
  program?: string;
  args?: string[];
  /** Default: the folder of this process. */
  cwd?: string;
  env?: Environment;
  dataFolder?: string;
  port?: number;
  uid?: number;
}

/** Starts the built server, or the program in `args`, in its own process on a free port. */
export async function startServer({
  program = process.execPath,
  args = ["scripts/start.mjs"],
  cwd,
  env = {},
  dataFolder = makeDataFolder(),
  port,
  uid,
}: Options = {}): Promise<ServerProcess> {
  const chosen = port ?? (await findFreePort());
  const child = spawn(program, args, {
    env: environmentOf({
      PORT: String(chosen),
      KEYSTEAD_DATA: dataFolder,
      ...env,
    }) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text.err += chunk.toString()));
  const url = `http://localhost:${chosen}`;
  // Plain `next start` prints none of our text.
  const start = args.some((arg) => arg.endsWith("/next")) ? "Ready in" : "Keystead is ready at";
  const isReady = async () => {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}: ${text.err}`);
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    return response?.status === 200 && text.out.includes(start) ? true : null;
  };
  const clusterFolder = () => /^ {2}Data +(\/.+)$/m.exec(text.out)?.[1];
  return {
    child,
    port: chosen,
    url,
    dataFolder,
    output: () => text.out,
    errors: () => text.err,
    ready: async () => void (await until("the server is ready", isReady)),
    async exit(signal) {
      if (signal !== undefined) child.kill(signal);
      await until("the server has ended", () =>
        child.exitCode !== null || child.signalCode !== null ? true : null,
      );
      return child.exitCode;
    },
    demo: async () =>
      JSON.parse(await readFile(join(dataFolder, "demo.json"), "utf8")) as Awaited<
        ReturnType<ServerProcess["demo"]>
      >,
    clusterFolder,
    async databaseUrl() {
      if (env["DATABASE_URL"] !== undefined) return env["DATABASE_URL"];
      const postmaster = (
        await readFile(join(clusterFolder() ?? "", "data/postmaster.pid"), "utf8")
      ).split("\n");
      const password = await readFile(join(dataFolder, "database-password"), "utf8");
      return `postgresql://keystead:${password}@127.0.0.1:${postmaster[3]}/keystead`;
    },
  };
}

/** Stops a server and removes its files. */
export async function removeServer(server: ServerProcess): Promise<void> {
  if (server.child.exitCode === null && server.child.signalCode === null)
    await server.exit("SIGTERM");
  const cluster = server.clusterFolder();
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  // The folder doesn't exist if it could not be created.
  await rm(server.dataFolder, { recursive: true, force: true }).catch(() => undefined);
}
