import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "@/testing/until";
import { otherDatabaseUrl } from "@/testing/worker-database";
import { createOptionalIndex } from "./optional-index";

const index = {
  name: "User_optional_idx",
  table: "User",
  extensions: ["pg_trgm"],
  definition: `USING gin (lower("email") gin_trgm_ops)`,
};
let databaseUrl: string;
let client: pg.Client;

beforeAll(async () => {
  databaseUrl = await otherDatabaseUrl();
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
});
afterAll(async () => {
  // PostgreSQL finishes the index of an aborted connection alone.
  await until("the end of all index builds", async () => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity
      WHERE application_name = 'keystead-index' AND datname = current_database()`,
    );
    return rowCount === 0 ? true : null;
  });
  await client.query(`DROP INDEX IF EXISTS "User_optional_idx"`);
  await client.end();
});
beforeEach(() => client.query(`DROP INDEX IF EXISTS "User_optional_idx"`));

const readValidity = async () => {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('"User_optional_idx"')`,
  );
  return rows.map(({ indisvalid }) => indisvalid);
};

test("creates the index once", async () => {
  expect(await createOptionalIndex(databaseUrl, index)).toEqual({
    state: "ready",
    wasCreated: true,
  });
  expect(await readValidity()).toEqual([true]);
  expect(await createOptionalIndex(databaseUrl, index)).toEqual({
    state: "ready",
    wasCreated: false,
  });
});

test("lets one of several instances create it", async () => {
  const results = await Promise.all(
    Array.from({ length: 5 }, () => createOptionalIndex(databaseUrl, index)),
  );
  expect(results.filter((result) => result.state === "ready" && result.wasCreated)).toHaveLength(1);
  expect(results.filter(({ state }) => state === "unavailable")).toEqual([]);
  expect(await readValidity()).toEqual([true]);
});

test("does not wait for another instance that creates one", async () => {
  await client.query("SELECT pg_advisory_lock(72707370)");
  try {
    expect(await createOptionalIndex(databaseUrl, index)).toEqual({ state: "busy" });
    expect(await readValidity()).toEqual([]);
  } finally {
    await client.query("SELECT pg_advisory_unlock(72707370)");
  }
});

test("replaces an index that a crash left incomplete", async () => {
  await createOptionalIndex(databaseUrl, index);
  await client.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('"User_optional_idx"')`,
  );
  expect(await createOptionalIndex(databaseUrl, index)).toEqual({
    state: "ready",
    wasCreated: true,
  });
  expect(await readValidity()).toEqual([true]);
});

test("says why it can't create an extension, and changes nothing", async () => {
  const missing = { ...index, extensions: ["keystead_unknown"] };
  const result = await createOptionalIndex(databaseUrl, missing);
  expect(result).toMatchObject({ state: "unavailable" });
  expect(JSON.stringify(result)).toContain("keystead_unknown");
  expect(await readValidity()).toEqual([]);
});

test("reports a role that may not create extensions", async () => {
  const url = new URL(databaseUrl);
  const { rows } = await client.query<{ name: string }>(
    `SELECT 'keystead_plain_' || floor(random() * 1e9)::text AS "name"`,
  );
  const [name = ""] = rows.map((row) => row.name);
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
  try {
    [url.username, url.password] = [name, "plain"];
    const unowned = { ...index, extensions: ["unaccent"] };
    expect(await createOptionalIndex(url.href, unowned)).toMatchObject({
      state: "unavailable",
      reason: expect.stringContaining("unaccent: this role lacks a permission") as string,
    });
  } finally {
    await client.query(`DROP ROLE ${name}`);
  }
});

test("stops at once when it is aborted", async () => {
  const controller = new AbortController();
  await client.query("BEGIN");
  await client.query(`LOCK TABLE "User" IN SHARE ROW EXCLUSIVE MODE`);
  try {
    const work = createOptionalIndex(databaseUrl, index, controller.signal);
    work.catch(() => undefined);
    await until("the index", async () => {
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_locks WHERE relation = '"User"'::regclass AND NOT granted`,
      );
      return rowCount === 1 ? true : null;
    });
    controller.abort();
    await expect(work).rejects.toThrow();
  } finally {
    await client.query("ROLLBACK");
  }
});
