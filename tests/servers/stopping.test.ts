import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "@/testing/server-process";
import { findFreePort, removeServer, startServer } from "@/testing/server-process";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, send } from "./send";
import { makeSecret } from "./servers";

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
    },
  });
  await server.ready();
});
afterAll(async () => {
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
