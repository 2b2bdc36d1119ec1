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

/** Sends a request over a connection of its own. */
const get = (path: string): Promise<Reply> =>
  send(server, { method: "GET", path, headers: { connection: "close" } });

test("SIGTERM fails /readyz, resets no new connection, and then closes the port", async () => {
  server.child.kill("SIGTERM");
  // More than the server accepts before it handles the signal.
  const replies = await Promise.all(Array.from({ length: 200 }, () => get("/healthz")));
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  const readiness = await get("/readyz");
  expect(readiness.status).toBe(503);
  expect(readiness.headers.get("retry-after")).not.toBeNull();
  expect(await server.exit()).toBe(0);
  await expect(get("/healthz")).rejects.toThrow("ECONNREFUSED");
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
