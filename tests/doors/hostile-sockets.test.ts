import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "@/tests/support/until";
import { send } from "./send";
import { makeSecret, openProductionDoor, startDatabase, type Door } from "./servers";

let database: Awaited<ReturnType<typeof startDatabase>>;
let door: Door;
const clients: Socket[] = [];

beforeAll(async () => {
  database = await startDatabase();
  door = await openProductionDoor({ databaseUrl: database.url, secret: makeSecret() });
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await door?.stop();
  await database?.stop();
});

const ask = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** The log has one line for each request that a handler has answered. */
const handled = () => door.output().match(/"route":"\/openapi\.json"/g)?.length ?? 0;
const healthz = async () => (await send(door, { method: "GET", path: "/healthz" })).status;

/** Clients that send so many requests each and never read. */
async function stall(count: number, requests: number): Promise<Socket[]> {
  const stalled = Array.from({ length: count }, () => connect(door.port, "127.0.0.1").on("error", () => undefined));
  clients.push(...stalled);
  await Promise.all(stalled.map((socket) => once(socket, "connect")));
  for (const socket of stalled) socket.write(ask.repeat(requests));
  return stalled;
}

test("400 pipelined requests on each of 50 connections: one each is handled, and the connections are closed", async () => {
  const stalled = await stall(50, 400);
  expect(await healthz()).toBe(200);
  await until("each connection had its first request handled", () => (handled() === 50 ? true : null));
  for (const socket of stalled) socket.resume();
  await Promise.all(stalled.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, "close")));
  expect(await healthz()).toBe(200);
  expect(handled()).toBe(50);
});

test("200 clients that send requests and never read: others are answered", async () => {
  const before = handled();
  await stall(200, 30);
  await until("the server works on all of them", () => (handled() - before >= 200 ? true : null));
  for (let request = 0; request < 20; request++) expect(await healthz()).toBe(200);
});
