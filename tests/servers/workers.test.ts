import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { variableNames } from "@/lib/config";
import { limits } from "@/lib/limits";
import { authenticate } from "@/testing/ceremonies";
import { readMetric } from "@/testing/read-metric";
import {
  findFreePort,
  removeServer,
  type ServerProcess,
  startServer,
} from "@/testing/server-process";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { newDatabaseUrl } from "@/testing/worker-database";
import { send } from "./send";
import { registerUser, throughServer } from "./server-fixture";
import { makeSecret } from "./servers";

const metricsToken = "a-token-of-the-test";

let service: TestService;
let server: ServerProcess;

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  const port = await findFreePort();
  server = await startServer({
    port,
    env: {
      KEYSTEAD_MODE: "production",
      DATABASE_URL: databaseUrl,
      KEYSTEAD_SECRET: makeSecret(),
      BASE_URL: `http://localhost:${port}`,
      KEYSTEAD_WORKERS: "2",
      METRICS_TOKEN: metricsToken,
    },
  });
  await server.ready();
  await until("both workers run", () => (startedPids().length === 2 ? true : null));
  service = startTestService(databaseUrl);
});
afterAll(async () => {
  await service?.close();
  await removeServer(server);
});

/** The process ids of all workers that started so far. */
const startedPids = () =>
  [...server.output().matchAll(/"event":"worker\.started","pid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

const count = (event: string) => server.output().split(`"event":"${event}"`).length - 1;

async function scrape(): Promise<string> {
  const { text } = await send(server, {
    method: "GET",
    path: "/metrics",
    headers: { authorization: `Bearer ${metricsToken}`, connection: "close" },
  });
  return text;
}

async function requestsServed(route: string): Promise<number> {
  const text = await scrape();
  const values = text.matchAll(
    new RegExp(`^keystead_http_requests_total\\{.*route="${route}".*\\} (\\d+)$`, "gm"),
  );
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

interface Load {
  /** Requests that got a response so far. */
  answered(): number;
  /** Ends the load. Resolves with what failed. */
  end(): Promise<unknown[]>;
}

/**
 * Sends requests over some connections, one after the other, until the server closes each after a
 * response, or until the end.
 */
function startLoad(path: string, connections: number, renews: boolean): Load {
  const failures: unknown[] = [];
  let [answered, isEnding] = [0, false];
  const call = (agent: Agent) =>
    new Promise<boolean>((resolve, reject) => {
      const outgoing = request(
        { agent, host: "localhost", port: server.port, path },
        (incoming) => {
          incoming.resume().once("end", () => {
            if (incoming.statusCode === 200) answered += 1;
            else failures.push(incoming.statusCode);
            resolve(incoming.headers.connection === "close");
          });
          incoming.once("error", reject);
        },
      );
      outgoing.once("error", reject).end();
    });
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      while (!isEnding) if ((await call(agent)) && !renews) return;
    } catch (error) {
      failures.push(error);
    } finally {
      agent.destroy();
    }
  };
  const clients = Promise.all(Array.from({ length: connections }, client));
  return {
    answered: () => answered,
    async end() {
      if (renews) isEnding = true;
      await clients;
      return failures;
    },
  };
}

const waitForLoad = (load: Load, more: number) => {
  const before = load.answered();
  return until("the load runs", () => (load.answered() >= before + more ? true : null));
};

/** The environment that a process started with; proc(5). */
const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");

test("workers inherit the environment without the configuration and its secrets", () => {
  for (const pid of startedPids()) {
    const names = environmentOf(pid).map((line) => line.split("=", 1)[0] ?? "");
    expect(names).toContain("PATH");
    expect(names.filter((name) => variableNames.includes(name))).toEqual([]);
  }
});

test("serves sign-ins from both processes, and adds their metrics up", async () => {
  // A connection of its own for each request, so that the requests of a ceremony reach both.
  const apart = { connection: "close" };
  const through = throughServer(
    { ...server, stop: () => Promise.resolve() },
    await createTestTenancy(service),
  );
  const tenancy: typeof through = {
    ...through,
    backend: (method, path, body) => through.backend(method, path, body, apart),
    browser: (method, path, body) => through.browser(method, path, body, apart),
  };
  const { device } = await registerUser({ tenancy });
  for (let round = 0; round < 4; round++) await authenticate(tenancy, device);
  for (let call = 0; call < 10; call++)
    await send(server, { method: "GET", path: "/healthz", headers: apart });
  expect(await requestsServed("/healthz")).toBe(10);
  const metrics = await scrape();
  expect(readMetric(metrics, "keystead_database_up")).toBe(1);
  expect(readMetric(metrics, "keystead_database_connections_max")).toBe(
    2 * limits.databaseConnections,
  );
  expect(readMetric(metrics, "keystead_emails_queued")).toBe(0);
});

test("SIGHUP replaces the processes without failing a request or losing a count", async () => {
  const [first, second] = startedPids();
  const load = startLoad("/readyz", 8, true);
  await waitForLoad(load, 50);
  server.child.kill("SIGHUP");
  await until("the workers are replaced", () => (count("worker.replaced") === 1 ? true : null));
  await waitForLoad(load, 50);
  expect(await load.end()).toEqual([]);
  const pids = startedPids();
  expect(pids).toHaveLength(4);
  for (const old of [first, second])
    expect(() => process.kill(old ?? 0, 0), "an old process runs").toThrow();
  expect(await requestsServed("/readyz")).toBeGreaterThanOrEqual(load.answered());
  expect(await requestsServed("/healthz")).toBe(10);
});

test("replaces a process that is killed", async () => {
  const [killed = 0] = startedPids().slice(-1);
  process.kill(killed, "SIGKILL");
  await until("another worker runs", () => (startedPids().length === 5 ? true : null));
  expect(count("worker.lost")).toBe(1);
  expect((await send(server, { method: "GET", path: "/readyz" })).status).toBe(200);
});

test("SIGTERM under load fails no request", async () => {
  const load = startLoad("/healthz", 16, false);
  await waitForLoad(load, 100);
  const exit = server.exit("SIGTERM");
  expect(await load.end()).toEqual([]);
  expect(await exit).toBe(0);
});
