import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { LockTaken } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { connectTestDatabase } from "@/testing/connect-test-database";
import { workerDatabaseUrl } from "@/testing/worker-database";
import type { DatabaseConnection } from "./database";
import type { Database } from "./database-client";

let connection: DatabaseConnection;
let admin: DatabaseConnection;
beforeAll(async () => {
  [connection, admin] = [
    connectTestDatabase(await workerDatabaseUrl()),
    connectTestDatabase(await workerDatabaseUrl()),
  ];
});
afterAll(() => Promise.all([connection.close(), admin.close()]));

const isOne = [{ one: 1 }];
const works: [name: string, work: (db: Database) => Promise<unknown>][] = [
  ["statements", (db) => db.query(z.unknown())`SELECT pg_advisory_xact_lock(4711)::text, 1 AS one`],
  ["raw queries", (db) => db.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text, 1 AS one`],
  [
    "transactions",
    (db) =>
      db.$transaction((tx) => tx.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text, 1 AS one`),
  ],
  [
    "model queries",
    (db) =>
      db.tenancy
        .findMany({ where: { id: "unknown" }, take: 1 })
        .then(() => db.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text, 1 AS one`),
  ],
];

test.each(works)(
  "%s that wait in the database do not block another tenancy",
  async (_name, work) => {
    const crowd = await admin.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text`;
      const waiting = Array.from({ length: 3 * limits.databaseConnections }, () =>
        work(connection.shareOf("crowded")),
      );
      for (let call = 0; call < 2 * limits.databaseConnections; call++) {
        expect(await connection.shareOf("quiet").query(z.unknown())`SELECT 1 AS one`).toEqual(
          isOne,
        );
        expect(await connection.shareOf("quiet").tenancy.count({ where: { id: "unknown" } })).toBe(
          0,
        );
      }
      expect(connection.pool.totalCount - connection.pool.idleCount).toBeLessThanOrEqual(
        limits.databaseShare.connections,
      );
      return waiting;
    });
    await Promise.all(crowd);
  },
);

const Row = z.object({ at: z.date() });

test.each<[string, (db: Database) => Promise<unknown>]>([
  [
    "outside a transaction",
    (db) => db.query(Row)`SELECT ${new Date(0)}::timestamptz AS at, 2 AS b`,
  ],
  [
    "in a transaction",
    (db) =>
      db.$transaction((tx) => tx.query(Row)`SELECT ${new Date(0)}::timestamptz AS at, 2 AS b`),
  ],
])("query returns parsed rows %s", async (_name, read) => {
  expect(await read(connection.db)).toEqual([{ at: new Date(0) }]);
  expect(await read(connection.shareOf("reading"))).toEqual([{ at: new Date(0) }]);
});

test("query in a transaction sees its uncommitted rows, and rejects rows that don't match", async () => {
  await expect(
    connection.db.$transaction(async (tx) => {
      await tx.$executeRaw`CREATE TEMPORARY TABLE "Uncommitted" ON COMMIT DROP AS SELECT 7 AS n`;
      const n = Prisma.sql`SELECT n FROM "Uncommitted"`;
      expect(await tx.query(z.object({ n: z.int() }))(n)).toEqual([{ n: 7 }]);
      return tx.query(Row)(n);
    }),
  ).rejects.toThrow(z.ZodError);
});

test("a transaction retries without a connection while its lock is taken; other errors are thrown", async () => {
  let attempts = 0;
  const db = connection.shareOf("retrying");
  const done = await db.$transaction(async (tx) => {
    if (++attempts < 4) throw new LockTaken("a lock of the test");
    return tx.$queryRaw`SELECT 1 AS one`;
  });
  expect([done, attempts]).toEqual([isOne, 4]);
  await expect(db.$transaction(() => Promise.reject(new RangeError("its own")))).rejects.toThrow(
    RangeError,
  );
});

test("a transaction whose lock isn't free in time fails as unavailable", async () => {
  const impatient = connectTestDatabase(await workerDatabaseUrl(), {
    waits: { advisoryLockMs: 1 },
  });
  const refused = impatient.db.$transaction(() =>
    Promise.reject(new LockTaken("another lock of the test")),
  );
  await expect(refused).rejects.toThrow(LockTaken);
  await impatient.close();
});
