import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseConnection } from "@/lib/platform/database";
import { asAdmin } from "@/testing/admin-connection";
import { connectTestDatabase } from "@/testing/connect-test-database";
import {
  type ReplicatedDatabase,
  standbyName,
  startReplicatedDatabase,
} from "@/testing/replicated-database";
import { readStandby } from "./read-standby";

let database: ReplicatedDatabase;
/** As a superuser, who sees which standby is synchronous, and as an ordinary role. */
let connections: DatabaseConnection[];

const seen = () => Promise.all(connections.map(({ db }) => readStandby({ db })));

beforeAll(async () => {
  database = await startReplicatedDatabase();
  const ordinary = new URL(database.url);
  ordinary.username = "ordinary";
  ordinary.password = "word";
  await asAdmin(database.url, (client) =>
    client.query("CREATE ROLE ordinary LOGIN PASSWORD 'word'"),
  );
  connections = [database.url, ordinary.href].map((url) => connectTestDatabase(url));
});
afterAll(async () => {
  await Promise.all(connections.map(({ close }) => close()));
  await database.remove();
});

test("reads whether commits wait for a standby, without a role of its own", async () => {
  expect(await seen()).toEqual(["not-configured", "not-configured"]);
  await database.startStandby();
  expect(await seen()).toEqual(["not-configured", "not-configured"]);

  await database.set("synchronous_standby_names", standbyName);
  await expect.poll(seen).toEqual(["awaited", "awaited"]);

  for (const level of ["off", "local"]) {
    await database.set("synchronous_commit", level);
    await expect.poll(seen).toEqual(["not-awaited", "not-awaited"]);
  }
  for (const level of ["remote_write", "remote_apply", "on"]) {
    await database.set("synchronous_commit", level);
    await expect.poll(seen).toEqual(["awaited", "awaited"]);
  }
});

test("while no standby is connected, a commit waits, and the reading does not", async () => {
  await database.stopStandby();
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  const committed = writer.query("CREATE TABLE written ()");
  const waits = () =>
    asAdmin(database.url, async (client) => {
      const { rows } = await client.query<{ wait_event: string }>(
        "SELECT wait_event FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE%'",
      );
      return rows[0]?.wait_event;
    });
  await expect.poll(waits).toBe("SyncRep");
  expect(await seen()).toEqual(["not-connected", "not-connected"]);
  await database.startStandby();
  await committed;
  await writer.end();
  await expect.poll(seen).toEqual(["awaited", "awaited"]);
});

test("a standby that is not synchronous counts only where the role can't see that", async () => {
  await database.set("synchronous_standby_names", "another");
  await expect.poll(seen).toEqual(["not-connected", "awaited"]);
});
