import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectTestDatabase } from "@/testing/connect-test-database";
import { until } from "@/testing/until";
import { workerDatabaseUrl } from "@/testing/worker-database";
import { type DatabaseConnection, isUnavailable } from "./database";

/** Forwards connections to the database of this worker, until one is cut off without a word. */
async function startRelay() {
  const target = new URL(await workerDatabaseUrl());
  const { hostname, port } = target;
  const pairs: [incoming: Socket, outgoing: Socket][] = [];
  const relay = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) socket.on("error", () => undefined);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once("close", () => outgoing.destroy());
    pairs.push([incoming, outgoing]);
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  target.hostname = "127.0.0.1";
  target.port = String((relay.address() as AddressInfo).port);
  return {
    url: target.href,
    /** Drops everything that is sent on the connections so far. */
    cutOff: () => {
      for (const [incoming, outgoing] of pairs) {
        incoming.unpipe(outgoing).resume();
        outgoing.unpipe(incoming).resume();
      }
    },
    stop: () => {
      relay.close();
      for (const socket of pairs.flat()) socket.destroy();
    },
  };
}

const watch = { checkEveryMs: 5, silentMs: 20 };

let relay: Awaited<ReturnType<typeof startRelay>>;
let connection: DatabaseConnection | undefined;
beforeEach(async () => {
  relay = await startRelay();
});
afterEach(async () => {
  relay.stop();
  await connection?.close();
});

test("a slow statement of a database that responds completes", async () => {
  connection = connectTestDatabase(relay.url, { watch });
  const { rows } = await connection.pool.query("SELECT 1 AS one FROM pg_sleep(0.3)");
  expect(rows).toEqual([{ one: 1 }]);
});

test("a statement completes that the database answered during a pause of this process", async () => {
  const lostMs = 200;
  connection = connectTestDatabase(relay.url, { watch: { ...watch, lostMs } });
  const statement = connection.pool.query("SELECT 1 AS one FROM pg_sleep(0.05)");
  await until("the statement waits", () => (connection?.pool.totalCount === 1 ? true : null));
  // Blocks as long, and lets timers run before the answer is read.
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * lostMs);
  expect((await statement).rows).toEqual([{ one: 1 }]);
});

const works: [name: string, work: (connection: DatabaseConnection) => Promise<unknown>][] = [
  ["a statement", ({ pool }) => pool.query("SELECT 1")],
  ["a model query", ({ db }) => db.tenancy.findFirst()],
  [
    "a transaction",
    ({ db }) =>
      db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        relay.cutOff();
        await tx.$queryRaw`SELECT 2`;
      }),
  ],
];
test.each(works)(
  "%s on a lost connection fails, and the next one gets a new connection",
  async (_name, work) => {
    connection = connectTestDatabase(relay.url, { watch: { ...watch, lostMs: 1_000 } });
    await connection.pool.query("SELECT 1");
    relay.cutOff();
    const failure = await work(connection).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isUnavailable(failure)).toBe(true);
    expect(connection.pool.totalCount).toBe(0);
    expect((await connection.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  },
);
