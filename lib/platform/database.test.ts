import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { connectTestDatabase } from "@/testing/connect-test-database";
import { workerDatabaseUrl } from "@/testing/worker-database";
import { type DatabaseConnection, isUnavailable, unknownOutcome } from "./database";
import type { Queryable } from "./database-client";

let live: DatabaseConnection;
beforeAll(async () => {
  live = connectTestDatabase(await workerDatabaseUrl());
});
afterAll(() => live.close());

/** What the work fails with; a work that does not fail fails the test. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing failed");
}

test("a connection that is killed before its first statement does not end the process", async () => {
  const uncaught: unknown[] = [];
  const listeners = process.rawListeners("uncaughtException") as NodeJS.UncaughtExceptionListener[];
  process
    .removeAllListeners("uncaughtException")
    .on("uncaughtException", (error) => void uncaught.push(error));
  try {
    const client = await live.pool.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const isOver = new Promise((resolve) => client.once("end", () => resolve(undefined)));
    await live.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await isOver;
    client.release();
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of listeners) process.on("uncaughtException", listener);
  }
  expect(uncaught).toEqual([]);
});

describe("a database that cannot be reached is unavailable", () => {
  const works: [name: string, work: (connection: DatabaseConnection) => Promise<unknown>][] = [
    ["a model query", ({ db }) => db.tenancy.findFirst()],
    ["a raw query", ({ db }) => db.$queryRaw`SELECT 1`],
    ["a transaction", ({ db }) => db.$transaction((tx) => tx.tenancy.findFirst())],
    ["the pool itself", ({ pool }) => pool.query("SELECT 1")],
  ];
  test.each(works)("%s, refused by a closed port", async (_name, work) => {
    const connection = connectTestDatabase("postgresql://nobody@127.0.0.1:1/nowhere");
    expect(isUnavailable(await failureOf(() => work(connection)))).toBe(true);
    await connection.close();
  });

  test("an unknown host name", async () => {
    const connection = connectTestDatabase("postgresql://nobody@database.invalid/nowhere");
    expect(isUnavailable(await failureOf(() => connection.db.$queryRaw`SELECT 1`))).toBe(true);
    await connection.close();
  });

  test("no free connection in time, for queries and transactions", async () => {
    // The same limit applies to opening the first connections.
    const connection = connectTestDatabase(await workerDatabaseUrl(), {
      waits: { connectionMs: 1_000 },
    });
    const held = await Promise.all(
      Array.from({ length: limits.databaseConnections }, () => connection.pool.connect()),
    );
    const failures = await Promise.all(works.map(([, work]) => failureOf(() => work(connection))));
    for (const client of held) client.release();
    await connection.close();
    expect(failures.map(isUnavailable)).toEqual([true, true, true, true]);
  });

  test("a row lock that isn't free in time", async () => {
    const connection = connectTestDatabase(await workerDatabaseUrl(), { waits: { rowLockMs: 1 } });
    const failure = await live.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "ActivityCount" IN ACCESS EXCLUSIVE MODE`;
      return failureOf(() => connection.pool.query('SELECT 1 FROM "ActivityCount"'));
    });
    await connection.close();
    expect(isUnavailable(failure)).toBe(true);
  });

  test("a statement timeout", async () => {
    const failure = await failureOf(() =>
      live.db.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 20`;
        await tx.$queryRaw`SELECT pg_sleep(5)::text`;
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
  });

  test("a transaction that takes too long", async () => {
    const failure = await failureOf(() =>
      live.db.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT pg_sleep(0.1)::text`;
          await tx.$queryRaw`SELECT 1`;
        },
        { timeout: 10 },
      ),
    );
    expect(isUnavailable(failure)).toBe(true);
  });

  test("a connection that the server ends in the middle of a statement", async () => {
    const other = connectTestDatabase(await workerDatabaseUrl());
    const failing = failureOf(() => other.db.$queryRaw`SELECT pg_sleep(5)::text AS "cut off"`);
    let ended = 0;
    while (ended === 0) {
      const { rows } = await live.pool.query<{ ended: boolean }>(
        `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%"cut off"%' AND pid <> pg_backend_pid()`,
      );
      ended = rows.length;
    }
    expect(isUnavailable(await failing)).toBe(true);
    expect(unknownOutcome(await failing)).toMatch(/may have taken effect/);
    await other.close();
  });

  test("a write that PostgreSQL refuses because it is read-only", async () => {
    for (const write of [
      (tx: Queryable) => tx.$executeRaw`CREATE TABLE "Refused" ()`,
      (tx: Queryable) => tx.tenancy.deleteMany({ where: { id: "x" } }),
    ]) {
      const failure = await failureOf(() =>
        live.db.$transaction(async (tx) => {
          await tx.$executeRaw`SET TRANSACTION READ ONLY`;
          await write(tx);
        }),
      );
      expect(isUnavailable(failure)).toBe(true);
      expect(unknownOutcome(failure)).toBeUndefined();
    }
  });
});

describe("a connection that dies inside a transaction is unavailable", () => {
  const pidOf = async (tx: Queryable) =>
    (await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const points: [
    name: string,
    isKnownToBeDead: boolean,
    next: (tx: Queryable) => Promise<unknown>,
  ][] = [
    ["before a raw statement", false, (tx) => tx.$queryRaw`SELECT 1`],
    ["before a raw statement, after pg has noticed", true, (tx) => tx.$queryRaw`SELECT 1`],
    ["before a model query", false, (tx) => tx.tenancy.findFirst()],
    ["before a model query, after pg has noticed", true, (tx) => tx.tenancy.findFirst()],
    ["before the commit", false, () => Promise.resolve()],
    ["before the commit, after pg has noticed", true, () => Promise.resolve()],
  ];
  test.each(points)("%s", async (_name, isKnownToBeDead, next) => {
    let notice = () => {};
    const noticed = new Promise<void>((resolve) => (notice = resolve));
    const dying = connectTestDatabase(await workerDatabaseUrl(), {}, () => notice());
    const failure = await failureOf(() =>
      dying.db.$transaction(async (tx) => {
        await live.pool.query("SELECT pg_terminate_backend($1)", [await pidOf(tx)]);
        if (isKnownToBeDead) await noticed;
        await next(tx);
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    await dying.close();
  });
});

/**
 * Stands before the server until it is told to break off, as a machine that loses its power does:
 * without a word.
 */
async function startRelay(): Promise<{ url: string; breakOff(): void }> {
  const target = new URL(await workerDatabaseUrl());
  const host = target.hostname;
  const port = Number(target.port);
  const sockets: Socket[] = [];
  const relay = createServer((incoming) => {
    const outgoing = connect(port, host);
    sockets.push(
      incoming.on("error", () => undefined),
      outgoing.on("error", () => undefined),
    );
    incoming.pipe(outgoing).pipe(incoming);
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  target.hostname = "127.0.0.1";
  target.port = String((relay.address() as AddressInfo).port);
  const breakOff = () => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: target.href, breakOff };
}

test.each([
  [
    "a raw query",
    (connection: DatabaseConnection) => connection.db.$queryRaw`SELECT pg_sleep(5)::text`,
  ],
  [
    "the pool itself",
    (connection: DatabaseConnection) => connection.pool.query("SELECT pg_sleep(5)"),
  ],
])("a server that vanishes in the middle of %s is unavailable", async (_name, work) => {
  const relay = await startRelay();
  const connection = connectTestDatabase(relay.url);
  await connection.pool.query("SELECT 1");
  const failing = failureOf(() => work(connection));
  relay.breakOff();
  expect(isUnavailable(await failing)).toBe(true);
  await connection.close();
});

describe("other errors are not", () => {
  const works: [name: string, work: () => Promise<unknown>][] = [
    ["a syntax error", () => live.db.$queryRaw`SELEKT 1`],
    ["a table that is not there", () => live.pool.query('SELECT 1 FROM "Nowhere"')],
    ["a row that is not there", () => live.db.tenancy.findUniqueOrThrow({ where: { id: "x" } })],
    [
      "a missing parent",
      () =>
        live.db.apiKey.create({
          data: {
            tenancyId: "x",
            id: "x",
            name: "x",
            publicId: "x",
            hash: Buffer.alloc(32),
            scopes: [],
            createdAt: new Date(0),
          },
        }),
    ],
    ["a division by zero", () => live.db.$queryRaw`SELECT 1 / 0`],
    ["an error of ours", () => Promise.reject(new ServiceError("@error/NotFound"))],
    ["any other error", () => Promise.reject(new Error("x"))],
  ];
  test.each(works)("%s", async (_name, work) =>
    expect(isUnavailable(await failureOf(work))).toBe(false),
  );

  test.each([[undefined], [null], ["ECONNREFUSED"], [503], [{}]])("%j, thrown bare", (thrown) =>
    expect(isUnavailable(thrown)).toBe(false),
  );

  test("handles circular causes", () => {
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(isUnavailable(circle)).toBe(false);
  });
});

test("a closed idle connection is reported, and the next query gets a new one", async () => {
  const reported: Error[] = [];
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const connection = connectTestDatabase(await workerDatabaseUrl(), {}, (error) => {
    reported.push(error);
    tell();
  });
  const { rows } = await connection.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await live.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await told;
  expect(reported[0]?.message).toMatch(/terminat/);
  await expect(connection.db.$queryRaw`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }]);
  await connection.close();
});

test("errors after close are not reported", async () => {
  const broken: string[] = [];
  const connection = connectTestDatabase(await workerDatabaseUrl(), {}, ({ message }) =>
    broken.push(message),
  );
  await connection.db.$queryRaw`SELECT 1`;
  connection.pool.emit("error", new Error("before"), undefined);
  const closing = connection.close();
  connection.pool.emit("error", new Error("while it closes"), undefined);
  await closing;
  connection.pool.emit("error", new Error("after"), undefined);
  expect(broken).toEqual(["before"]);
});
