import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import type { ServerProcess } from "@/testing/server-process";
import { findFreePort, removeServer, startServer } from "@/testing/server-process";
import { startTestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, send } from "./send";
import { makeSecret } from "./servers";

let server: ServerProcess;
let databaseUrl: string;

beforeEach(async () => {
  databaseUrl = await newDatabaseUrl();
  const port = await findFreePort();
  server = await startServer({
    port,
    env: {
      KEYSTEAD_MODE: "production",
      DATABASE_URL: databaseUrl,
      KEYSTEAD_SECRET: makeSecret(),
      BASE_URL: `http://localhost:${port}`,
    },
  });
  await server.ready();
});
afterEach(async () => {
  await removeServer(server);
});

/** Opens a connection, also to a server that accepts none now: the kernel does it. */
async function open(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("SIGTERM resets no connection that waits to be accepted, and then closes the port", async () => {
  // So that they wait, however fast this machine is.
  server.child.kill("SIGSTOP");
  const sockets = await Promise.all(Array.from({ length: 100 }, open));
  const replies = sockets.map((socket) => {
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    return text(socket);
  });
  server.child.kill("SIGTERM");
  server.child.kill("SIGCONT");
  for (const reply of await Promise.all(replies)) expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.exit()).toBe(0);
  await expect(open()).rejects.toThrow("ECONNREFUSED");
});

/** Creates a tenancy with a key that may follow events, in the server's database. */
async function createFollowedTenancy() {
  const service = startTestService(databaseUrl);
  const tenancy = await createTestTenancy(service);
  const { key } = await tenancy.createKey({ scopes: ["events:read"] });
  await service.close();
  return { id: tenancy.id, key };
}

test("SIGTERM answers requests that wait for an event", async () => {
  const { id, key } = await createFollowedTenancy();
  const newest = `/v2/${id}/events?after=newest`;
  const follow = (path: string) =>
    send(server, { method: "GET", path, headers: { authorization: `Bearer ${key}` } });
  // The events of the tenancy and its two keys get their numbers within seconds, maybe not at once.
  await expect.poll(async () => (await follow(newest)).body["last"]).toBe(3);
  const { last } = (await follow(newest)).body;
  const replies: Reply[] = [];
  const requests = Array.from({ length: limits.feed.followersPerTenancy + 1 }, () =>
    follow(`/v2/${id}/events?after=${String(last)}&wait=25`).then(
      (reply) => void replies.push(reply),
    ),
  );
  // One more than may wait: its answer shows that the others do.
  await expect.poll(() => replies.length).toBe(1);
  server.child.kill("SIGTERM");
  await Promise.all(requests);
  for (const { status, body } of replies)
    expect({ status, body }).toMatchObject({ status: 200, body: { records: [], last } });
  expect(await server.exit()).toBe(0);
});
