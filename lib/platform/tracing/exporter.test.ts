import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OtlpReceiver, startOtlpReceiver } from "@/testing/otlp-receiver";
import { until } from "@/testing/until";
import { createExporter, createTracer } from "./open-telemetry";
import type { Tracer } from "./tracer";

let receiver: OtlpReceiver;
let logged: string[];
const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
const tracers: Tracer[] = [];

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  logged = [];
});
afterEach(async () => {
  await receiver.close();
  await Promise.all(tracers.splice(0).map((tracer) => tracer.stop()));
});

const settings = (url = receiver.url) => ({
  url: `${url}/v1/traces`,
  headers: { authorization: "Bearer of-the-collector" },
  serviceName: "sign-ins",
  sampledShare: 1,
});

function createTestTracer(url?: string): Tracer {
  const tracer = createTracer(settings(url), log);
  tracers.push(tracer);
  return tracer;
}

/** Opens a server on loopback. */
async function openUrl(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As many spans as one export contains. They are exported at once. */
function fill(tracer: Tracer): void {
  for (let count = 0; count < 512; count++) tracer.start({ name: "work", parent: null }).end();
}

const events = () =>
  logged.map((line) => {
    const { level, event, reason } = JSON.parse(line) as Record<string, unknown>;
    return { level, event, reason };
  });
const failed = (reason: string) => ({ level: 40, event: "traces.export_failed", reason });

test("sends spans with the configured headers and service name", async () => {
  const tracer = createTestTracer();
  tracer.start({ name: "work", parent: null, attributes: { "keystead.tenancy": "t" } }).end();
  await tracer.stop();
  expect(receiver.headers).toMatchObject([
    { authorization: "Bearer of-the-collector", "content-type": "application/json" },
  ]);
  expect(receiver.spans).toMatchObject([
    {
      name: "work",
      attributes: { "keystead.tenancy": "t" },
      resource: { "service.name": "sign-ins" },
    },
  ]);
  expect(events()).toEqual([]);
});

/** Exports nothing several times, while the collector responds with these statuses. */
async function exportWith(statuses: readonly number[]): Promise<void> {
  const exporter = createExporter(settings(), log);
  for (const status of statuses) {
    receiver.status = status;
    await new Promise((resolve) => exporter.export([], resolve));
  }
}

test("an unreachable collector is logged once", async () => {
  await receiver.close();
  await exportWith([200, 200, 200]);
  expect(events()).toEqual([failed("ECONNREFUSED")]);
});

test("a collector that refuses is logged once, and again after a success", async () => {
  await exportWith([503, 401, 200, 401, 503]);
  expect(events()).toEqual([failed("503"), failed("401")]);
});

test.each([302, 307])("follows no redirect with %i", async (status) => {
  const elsewhere = createServer((request, response) =>
    request
      .resume()
      .on("end", () => response.writeHead(status, { location: `${receiver.url}/v1/traces` }).end()),
  );
  const tracer = createTestTracer(await openUrl(elsewhere));
  tracer.start({ name: "work", parent: null }).end();
  await tracer.stop();
  elsewhere.close();
  expect(receiver.bodies).toEqual([]);
  expect(events()).toMatchObject([{ event: "traces.export_failed" }]);
});

test("stopping doesn't wait for a collector that never responds", async () => {
  let isAsked = false;
  const silent = createServer(() => (isAsked = true));
  const tracer = createTestTracer(await openUrl(silent));
  tracer.start({ name: "work", parent: null }).end();
  await tracer.stop();
  // The request still waits for its response.
  expect([isAsked, logged]).toEqual([true, []]);
  silent.closeAllConnections();
  silent.close();
});

test("spans beyond the queue are dropped while the collector is silent", async () => {
  const held: (() => void)[] = [];
  const slow = createServer((_request, response) => void held.push(() => response.end("{}")));
  const tracer = createTestTracer(await openUrl(slow));
  fill(tracer);
  await until("the first export waits", () => (held.length === 1 ? true : null));
  for (let batch = 0; batch < 8; batch++) fill(tracer);
  const stopped = tracer.stop();
  await until("what was queued is exported", () => (held.length === 5 ? true : null));
  for (const respond of held) respond();
  await stopped;
  expect(held).toHaveLength(5);
  slow.close();
});
