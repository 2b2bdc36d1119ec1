import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { until } from "@/testing/until";

/** What HAProxy counted of a server since its start. */
export interface Served {
  /** Responses with a status below 500. */
  answered: number;
  /** Responses with 5xx, and connections that broke. */
  failed: number;
  /** Requests that were sent to another server, because a connection was refused. */
  redispatched: number;
}

export interface Proxy {
  port: number;
  /** Forwards requests to a server. */
  use(server: string): Promise<void>;
  /** Forwards no more requests to a server, and resolves when it has answered its last one. */
  drain(server: string): Promise<void>;
  read(): Promise<Map<string, Served>>;
  stop(): Promise<void>;
  /** Kills it without waiting, when the drill exits early. */
  abandon(): void;
}

/** @throws Error that says how to install HAProxy */
export function requireHaproxy(): void {
  if (spawnSync("haproxy", ["-v"]).status !== 0)
    throw new Error(
      "this drill needs HAProxy; install it, on Debian with: apt-get install -y haproxy",
    );
}

/**
 * The client of the load already acts as a proxy that appends to X-Forwarded-For, so this one doesn't.
 * HAProxy sends a request to another server only if a connection is refused, so it repeats none.
 */
const configurationOf = (port: number, socket: string, servers: ReadonlyMap<string, number>) => `
global
  stats socket ${socket} level admin
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout http-request 10s
  # A busy server is slow, but not gone.
  timeout check 5s
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend load
  bind 127.0.0.1:${port}
  default_backend keystead
backend keystead
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  default-server check inter 500ms fall 3 rise 1 pool-purge-delay 2s disabled
${[...servers].map(([name, at]) => `  server ${name} 127.0.0.1:${at}`).join("\n")}
`;

/** Starts HAProxy with servers that it doesn't use yet. */
export async function startProxy(
  folder: string,
  port: number,
  servers: ReadonlyMap<string, number>,
): Promise<Proxy> {
  const file = join(folder, "haproxy.cfg");
  const socket = join(folder, "haproxy.sock");
  writeFileSync(file, configurationOf(port, socket, servers));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  async function command(line: string): Promise<string> {
    const connection = connect(socket);
    connection.write(`${line}\n`);
    return text(connection);
  }

  async function readRows(): Promise<Map<string, Record<string, string>>> {
    const [head = "", ...lines] = (await command("show stat")).trim().split("\n");
    const names = head.replace(/^# /, "").split(",");
    const rows = lines.map((line) => {
      const cells = line.split(",");
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    });
    return new Map(
      rows
        .filter((row) => row["pxname"] === "keystead" && servers.has(row["svname"] ?? ""))
        .map((row) => [row["svname"] ?? "", row]),
    );
  }

  const isUp = async (server: string) =>
    (await readRows()).get(server)?.["status"] === "UP" ? true : null;
  const setState = async (server: string, state: "ready" | "drain") => {
    const refusal = (await command(`set server keystead/${server} state ${state}`)).trim();
    if (refusal !== "") throw new Error(`haproxy: ${refusal}`);
  };

  await until("HAProxy is ready", () => {
    if (hasEnded()) throw new Error(`HAProxy ended: ${errors}`);
    return readRows().catch(() => null);
  });
  return {
    port,
    async use(server) {
      await setState(server, "ready");
      await until(`HAProxy uses ${server}`, () => isUp(server));
    },
    async drain(server) {
      await setState(server, "drain");
      await until(`${server} has answered its last request`, async () =>
        (await readRows()).get(server)?.["scur"] === "0" ? true : null,
      );
    },
    async read() {
      const served = [...(await readRows())].map(([server, row]) => {
        const sum = (...columns: string[]) =>
          columns.reduce((total, column) => total + Number(row[column] ?? 0), 0);
        const counts: Served = {
          answered: sum("hrsp_1xx", "hrsp_2xx", "hrsp_3xx", "hrsp_4xx"),
          failed: sum("hrsp_5xx", "eresp"),
          redispatched: sum("wredis"),
        };
        return [server, counts] as const;
      });
      return new Map(served);
    },
    async stop() {
      child.kill("SIGTERM");
      await until("HAProxy has ended", () => (hasEnded() ? true : null));
    },
    abandon: () => void child.kill("SIGKILL"),
  };
}
