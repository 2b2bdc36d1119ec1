import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ServerProcess, startServer } from "@/testing/server-process";
import { until } from "@/testing/until";

const pollMs = 100;
/** A busy server is slow, but not gone. */
const pollTimeoutMs = 5_000;

const root = join(import.meta.dirname, "..");

/** The options that `npm start` gives to Node, and the built server. */
function startArgsOf(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const options = scripts.start.split(" ").filter((word) => word.startsWith("--"));
  return [...options, "dist/server.mjs"];
}

/** A built production server on a fixed port. */
export interface Instance {
  port: number;
  pid(): number;
  /** Whether /readyz returned 200 a moment ago, as a load balancer would know. */
  isReady(): boolean;
  start(): Promise<void>;
  /** SIGKILL. Resolves when it has exited. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Stops it for good. */
  remove(): Promise<void>;
  /** Kills it without waiting, when the drill exits early. */
  abandon(): void;
}

/** Requests /readyz over a connection of its own. */
const readReadiness = (port: number) =>
  new Promise<boolean>((resolve) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path: "/readyz",
        agent: false,
        signal: AbortSignal.timeout(pollTimeoutMs),
      },
      (incoming) => {
        incoming.resume().on("error", () => undefined);
        resolve(incoming.statusCode === 200);
      },
    );
    outgoing.on("error", () => resolve(false)).end();
  });

/**
 * Creates an instance without starting it.
 * @param folder of a built release; default: this one
 */
export function createInstance(
  port: number,
  dataFolder: string,
  env: Record<string, string>,
  folder = root,
): Instance {
  let server: ServerProcess | undefined;
  let isReady = false;
  let isRemoved = false;
  const watch = async () => {
    while (!isRemoved) {
      isReady = await readReadiness(port);
      await pause(pollMs);
    }
  };
  let watching: Promise<void> | undefined;
  const end = async (name: NodeJS.Signals) => {
    const code = (await server?.exit(name)) ?? null;
    server = undefined;
    return code;
  };
  return {
    port,
    pid: () => server?.child.pid ?? 0,
    isReady: () => isReady,
    async start() {
      isReady = false;
      server = await startServer({
        args: startArgsOf(folder),
        cwd: folder,
        port,
        dataFolder,
        env: { ...env, NODE_ENV: "production", PORT: String(port) },
      });
      watching ??= watch();
      await until("the load balancer uses the instance", () => (isReady ? true : null), 60_000);
    },
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    async remove() {
      isRemoved = true;
      await watching;
      if (server !== undefined) await end("SIGTERM");
    },
    abandon() {
      server?.child.kill("SIGKILL");
    },
  };
}
