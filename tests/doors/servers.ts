import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { send } from "./send";

const root = path.resolve(import.meta.dirname, "../..");
const readyMs = 90_000;
const stopMs = 20_000;
const pollMs = 50;

/** A server in a process of its own. */
export interface Door {
  port: number;
  /** What it calls itself: `BASE_URL`. */
  baseUrl: string;
  dataFolder: string;
  /** All that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

export interface DoorSettings {
  databaseUrl: string;
  secret: string;
  /** Default: its own address. */
  baseUrl?: string;
  trustedProxyHops?: number;
  metricsToken?: string;
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true });
const makeFolder = () => mkdtemp(path.join(tmpdir(), "keystead-doors-"));
export const makeSecret = () => randomBytes(32).toString("base64url");

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Nothing is inherited; a blank variable hides what a developer's `.env` says. */
function environmentOf(port: number, dataFolder: string, settings: Partial<DoorSettings>): Record<string, string> {
  return {
    PATH: [path.dirname(process.execPath), "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"].join(path.delimiter),
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    BASE_URL: settings.baseUrl ?? `http://localhost:${port}`,
    DATABASE_URL: settings.databaseUrl ?? "",
    KEYSTEAD_MODE: settings.databaseUrl === undefined ? "" : "local",
    KEYSTEAD_DATA: dataFolder,
    KEYSTEAD_SECRET: settings.secret ?? "",
    KEYSTEAD_SECRET_PREVIOUS: "",
    ISSUER: "",
    TRUSTED_PROXY_HOPS: String(settings.trustedProxyHops ?? 0),
    METRICS_TOKEN: settings.metricsToken ?? "",
  };
}

async function open(command: (port: number) => string[], settings: Partial<DoorSettings>): Promise<Door> {
  const [port, dataFolder] = await Promise.all([findFreePort(), makeFolder()]);
  const env = environmentOf(port, dataFolder, settings);
  // Next's types want NODE_ENV, which each server sets for itself.
  const child = spawn(process.execPath, command(port), { cwd: root, env: env as NodeJS.ProcessEnv, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => void (printed += text));
  const killWithUs = () => void child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;

  const stop = async () => {
    if (!hasExited()) {
      const exit = once(child, "exit", { signal: AbortSignal.timeout(stopMs) });
      child.kill("SIGTERM");
      await exit.catch(() => child.kill("SIGKILL"));
    }
    process.off("exit", killWithUs);
    // As root the embedded database lies outside the data folder; the server says where.
    const cluster = settings.databaseUrl === undefined ? /^ +Data +(\/.+)$/m.exec(printed)?.[1] : undefined;
    await Promise.all([dataFolder, ...(cluster === undefined ? [] : [cluster])].map(remove));
  };

  const door: Door = { port, baseUrl: env["BASE_URL"] ?? "", dataFolder, output: () => printed, stop };
  const deadline = performance.now() + readyMs;
  for (;;) {
    const status = await send(door, { method: "GET", path: "/readyz" }).then((reply) => reply.status, () => 0);
    if (status === 200) return door;
    if (!hasExited() && performance.now() < deadline) await pause(pollMs);
    else break;
  }
  await stop();
  throw new Error(`The server does not become ready:\n${printed}`);
}

/** What `npm start` runs; with no settings, a first start in an empty folder, with a database of its own. */
export function openProductionDoor(settings: Partial<DoorSettings> = {}): Promise<Door> {
  return open(() => ["scripts/start.mjs"], settings);
}

/** Plain `next start`, without anything of server.ts. */
export function openNextDoor(settings: DoorSettings): Promise<Door> {
  return open((port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"], settings);
}

/** A database for several doors. */
export async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataFolder = await makeFolder();
  const embedded = await startEmbeddedPostgres({ dataFolder });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await embedded.stop();
    await Promise.all([embedded.folder, dataFolder].map(remove));
  };
  return { url: embedded.url, stop: () => (stopping ??= stop()) };
}
