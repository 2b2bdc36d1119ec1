import { chownSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asAdmin } from "@/testing/admin-connection";
import { connectTestDatabase } from "@/testing/connect-test-database";
import { type DatabaseConnection, isUnavailable, unknownOutcome } from "./database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres/start";

let dataFolder: string;
let standby: EmbeddedPostgres;
let connection: DatabaseConnection;

/** A cluster in recovery accepts connections and reads, also without a primary to follow. */
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "keystead-standby-"));
  const primary = await startEmbeddedPostgres({ dataFolder });
  await primary.stop();
  const data = join(primary.folder, "data");
  const signal = join(data, "standby.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);
  standby = await startEmbeddedPostgres({ dataFolder });
  connection = connectTestDatabase(standby.url);
});
afterEach(async () => {
  await connection.close();
  await standby.stop();
  for (const folder of [standby.folder, dataFolder])
    await rm(folder, { recursive: true, force: true });
});

const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

test("a standby is unavailable until it is the primary", async () => {
  const { db, pool } = connection;
  for (const read of [() => pool.query("SELECT 1"), () => db.$queryRaw`SELECT 1`]) {
    const failure = await failureOf(read);
    expect(isUnavailable(failure)).toBe(true);
    expect(unknownOutcome(failure)).toBeUndefined();
  }
  expect(pool.totalCount).toBe(0);
  await asAdmin(standby.url, (client) => client.query("SELECT pg_promote()"));
  await pool.query("CREATE TABLE written ()");
});
