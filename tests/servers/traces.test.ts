import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OtlpReceiver, startOtlpReceiver } from "@/testing/otlp-receiver";
import {
  findFreePort,
  removeServer,
  type ServerProcess,
  startServer,
} from "@/testing/server-process";
import { until } from "@/testing/until";
import { newDatabaseUrl } from "@/testing/worker-database";
import { send } from "./send";
import { makeSecret } from "./servers";

let databaseUrl: string;
let collector: OtlpReceiver;

beforeAll(async () => {
  databaseUrl = await newDatabaseUrl();
  collector = await startOtlpReceiver();
});
afterAll(async () => {
  await collector?.close();
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

async function start(env: Record<string, string>, args?: string[]): Promise<ServerProcess> {
  const port = await findFreePort();
  const server = await startServer({
    port,
    ...(args === undefined ? {} : { args }),
    env: {
      KEYSTEAD_MODE: "production",
      DATABASE_URL: databaseUrl,
      KEYSTEAD_SECRET: secret,
      BASE_URL: `http://localhost:${port}`,
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
    },
  });
  await server.ready();
  return server;
}
const secret = makeSecret();
const traced = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  // Without effect: OpenTelemetry's own packages would read them.
  OTEL_SDK_DISABLED: "true",
  OTEL_TRACES_SAMPLER: "always_off",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:1",
  OTEL_RESOURCE_ATTRIBUTES: "service.name=other",
});

const getKeys = (server: ServerProcess) =>
  send(server, {
    method: "GET",
    path: "/.well-known/jwks.json",
    headers: { traceparent, connection: "close" },
  });
const ofCaller = () =>
  collector.spans.filter((span) => span.traceId === traceId && span.kind === 2);
const loggedWith = (server: ServerProcess, text: string) =>
  server
    .output()
    .split("\n")
    .filter((line) => line.includes(text));

/** The OpenTelemetry files that a server has loaded, as its engine lists them in `folder`. */
function loadedOpenTelemetry(folder: string): string[] {
  const files = readdirSync(folder).flatMap((name) => {
    const report = readFileSync(join(folder, name), "utf8");
    return (JSON.parse(report) as { result: { url: string }[] }).result.map(({ url }) => url);
  });
  rmSync(folder, { recursive: true });
  expect(files.some((url) => url.endsWith("dist/server.mjs"))).toBe(true);
  return files.filter((url) => /open-?telemetry/.test(url));
}

test("a process without an endpoint doesn't load OpenTelemetry", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keystead-loaded-"));
  const server = await start({ NODE_V8_COVERAGE: folder });
  try {
    await getKeys(server);
    await server.exit("SIGTERM");
  } finally {
    await removeServer(server);
  }
  expect(loadedOpenTelemetry(folder)).toEqual([]);
});

describe("a process that stops", () => {
  test("has exported the spans of every request, each in the caller's trace, with one file of OpenTelemetry", async () => {
    collector.spans.length = 0;
    const folder = mkdtempSync(join(tmpdir(), "keystead-loaded-"));
    const server = await start({ ...traced(), NODE_V8_COVERAGE: folder });
    try {
      expect(server.output()).toContain(`Traces    ${collector.url}/v1/traces`);
      for (let count = 0; count < 3; count++) await getKeys(server);
      expect(await server.exit("SIGTERM")).toBe(0);
    } finally {
      await removeServer(server);
    }
    expect(ofCaller()).toHaveLength(3);
    for (const span of ofCaller())
      expect(span).toMatchObject({
        name: "GET /.well-known/jwks.json",
        parentSpanId: "00f067aa0ba902b7",
        resource: { "service.name": "keystead" },
      });
    const ids = ofCaller().map(({ spanId }) => spanId);
    const lines = loggedWith(server, traceId).map((line) => JSON.parse(line) as { spanId: string });
    expect(lines.map(({ spanId }) => spanId).sort()).toEqual(ids.sort());
    expect(loadedOpenTelemetry(folder)).toEqual([
      expect.stringMatching(/dist\/open-telemetry\.mjs$/),
    ]);
  });

  test("stops without an error if the collector is unreachable, and logged it once", async () => {
    const port = await findFreePort();
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    try {
      expect((await getKeys(server)).status).toBe(200);
      expect(await server.exit("SIGTERM")).toBe(0);
      expect(loggedWith(server, '"event":"traces.export_failed"')).toHaveLength(1);
    } finally {
      await removeServer(server);
    }
  });
});

test("worker processes export their spans before they stop", async () => {
  collector.spans.length = 0;
  const server = await start({ ...traced(), KEYSTEAD_WORKERS: "2" });
  try {
    await until("both workers serve requests", async () => {
      await getKeys(server);
      const pids = loggedWith(server, '"event":"worker.started"').length;
      return pids === 2 ? true : null;
    });
    for (let count = 0; count < 6; count++) await getKeys(server);
    expect(await server.exit("SIGTERM")).toBe(0);
  } finally {
    await removeServer(server);
  }
  const requests = loggedWith(server, traceId);
  expect(requests.length).toBeGreaterThan(6);
  expect(ofCaller()).toHaveLength(requests.length);
  const instances = new Set(ofCaller().map(({ resource }) => resource["service.instance.id"]));
  expect(instances.size).toBe(2);
});

test("plain next start traces the same request", async () => {
  collector.spans.length = 0;
  const server = await start(traced(), [
    "node_modules/next/dist/bin/next",
    "start",
    "-H",
    "127.0.0.1",
  ]);
  try {
    await until("a request is traced", async () => {
      await getKeys(server);
      return loggedWith(server, traceId).length > 0 ? true : null;
    });
    await until("its span is exported", () => (ofCaller().length > 0 ? true : null));
  } finally {
    await removeServer(server);
  }
  expect(ofCaller()[0]).toMatchObject({ parentSpanId: "00f067aa0ba902b7" });
});
