import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupTables } from "@/lib/domain/admin/backup/backup-tables";
import { loadBackup, RestoreInterrupted } from "@/lib/platform/backup/load-backup";
import { openSnapshot } from "@/lib/platform/backup/open-snapshot";
import { writeBackup } from "@/lib/platform/backup/write-backup";
import { applyMigrations } from "@/lib/platform/migrations";
import { until } from "@/testing/until";
import { emptyDatabaseUrl } from "@/testing/worker-database";
import { acme, expectRefusal, json, keystead, newInstallation } from "./keystead";

const migrations = "prisma/migrations";
const gate = 4_242_424;
let folder: string;
let file: string;
let env: Awaited<ReturnType<typeof newInstallation>>;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keystead-refusals-"));
  file = join(folder, "backup");
  env = await newInstallation();
  await json(acme, env);
  await json(["backup", file], env);
});
afterAll(() => rm(folder, { recursive: true }));

async function onDatabase<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  name = "test",
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const restore = (databaseUrl: string, from = file) =>
  keystead(["restore", from, "--into", databaseUrl], env);

const source = (from = file) => ({
  file: from,
  tables: backupTables,
  restoredAt: new Date(1_796_000_000_000),
});

const tablesIn = (databaseUrl: string) =>
  onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  });

/** Copies the migrations, with a change. */
async function folderWith(change: (copy: string, names: string[]) => Promise<unknown>) {
  const copy = join(folder, `migrations-${++count}`);
  await cp(migrations, copy, { recursive: true });
  const names = (await readdir(copy)).filter((name) => /^\d/.test(name)).sort();
  await change(copy, names);
  return copy;
}

async function addMigration(copy: string, sql: string) {
  await mkdir(join(copy, "29990101000000_later"));
  await writeFile(join(copy, "29990101000000_later/migration.sql"), sql);
}

/** Backs up a database that has the folder's migrations, without tables that they don't create. */
async function backUp(migrationFolder: string, fill = "SELECT 1"): Promise<string> {
  const databaseUrl = await emptyDatabaseUrl();
  await applyMigrations({ databaseUrl, folder: migrationFolder });
  await onDatabase(databaseUrl, (client) => client.query(fill));
  const created = await tablesIn(databaseUrl);
  const made = join(folder, `backup-${++count}`);
  const snapshot = await openSnapshot({
    databaseUrl,
    folder: migrationFolder,
    tables: backupTables.filter(({ name }) => created.includes(name)),
  });
  const facts = { id: "0".repeat(26), createdAt: 1, version: "9.9.9", secrets: [] };
  await writeBackup(snapshot, facts, { file: made });
  await snapshot.close();
  return made;
}

test.each([
  ["an installation", undefined],
  ["a table in another schema", "CREATE SCHEMA other CREATE TABLE theirs ()"],
  ["a view", "CREATE VIEW theirs AS SELECT 1"],
  ["a sequence", "CREATE SEQUENCE theirs"],
])("a database with %s is refused, and stays as it is", async (_name, sql) => {
  const databaseUrl = sql === undefined ? env.DATABASE_URL : await emptyDatabaseUrl();
  if (sql !== undefined) await onDatabase(databaseUrl, (client) => client.query(sql));
  const before = await tablesIn(databaseUrl);
  await expectRefusal(restore(databaseUrl), 2, /isn't empty: it has \w+\. .*new database/);
  expect(await tablesIn(databaseUrl)).toEqual(before);
});

test("an extension's own tables don't matter", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  await onDatabase(databaseUrl, (client) => client.query("CREATE EXTENSION pg_stat_statements"));
  expect((await restore(databaseUrl)).err).toBe("");
});

test("a damaged file is refused before the database is touched", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const bytes = await readFile(file);
  const damaged = join(folder, "damaged");
  await writeFile(damaged, bytes.subarray(0, bytes.length - 9));
  await expectRefusal(restore(databaseUrl, damaged), 5, /truncated/);
  await expectRefusal(restore(databaseUrl, join(folder, "none")), 2, /ENOENT/);
  expect(await tablesIn(databaseUrl)).toEqual([]);
  expect((await restore(databaseUrl)).code).toBe(0);
});

test("a file that names a table of no backup is refused before the database is touched", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const planted = join(folder, "planted");
  // A session of an operator, a table of the database itself, and one table twice.
  for (const [names, words] of [
    [["Tenancy", "OperatorSession"], /has the table OperatorSession, which no backup has/],
    [["pg_authid"], /has the table pg_authid, which no backup has/],
    [["Tenancy", "Tenancy"], /has the table Tenancy twice/],
  ] as const) {
    await rm(planted, { force: true });
    const snapshot = await openSnapshot({
      databaseUrl: env.DATABASE_URL,
      folder: migrations,
      tables: names.map((name) => ({ name })),
    });
    const facts = { id: "0".repeat(26), createdAt: 1, version: "9.9.9", secrets: [] };
    await writeBackup(snapshot, facts, { file: planted });
    await snapshot.close();
    await expectRefusal(restore(databaseUrl, planted), 5, words);
    await expectRefusal(keystead(["backup", "verify", planted], env), 5, words);
  }
  expect(await tablesIn(databaseUrl)).toEqual([]);
});

test("a wrong URL is refused without its password", async () => {
  const refusals = [
    ["mysql://u:hush@db/x", /must start with postgresql:/],
    ["postgresql://u:hush@127.0.0.1:1/x", /cannot be reached/],
    [env.DATABASE_URL.replace(/\/[^/]*$/, "/keystead_none"), /does not exist\. Create it first/],
  ] as const;
  for (const [url, words] of refusals) {
    const { code, err } = await restore(url);
    expect(code).not.toBe(0);
    expect(err).toMatch(words);
    expect(err).not.toContain("hush");
  }
});

test("a database that a Keystead uses is refused", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  await onDatabase(
    databaseUrl,
    () => expectRefusal(restore(databaseUrl), 2, /running Keystead uses the database.*Stop it/),
    "keystead",
  );
  expect(await tablesIn(databaseUrl)).toEqual([]);
});

test("of two restores into one database at once, one succeeds", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const target = { databaseUrl, folder: migrations };
  const results = await Promise.allSettled(
    [1, 2, 3].map((nth) => loadBackup(target, source(), () => Promise.resolve(nth))),
  );
  const reasons = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(reasons.map(String)).toEqual(
    reasons.map(() => expect.stringMatching(/another restore|isn't empty/) as string),
  );
  expect(reasons).toHaveLength(2);
  expect(
    (await keystead(["tenancy", "list"], { ...env, DATABASE_URL: databaseUrl })).out,
  ).toContain("Acme");
});

/** Restores with a migration that waits for `meanwhile`. */
async function restoreAround(databaseUrl: string, meanwhile: () => Promise<unknown>) {
  const gated = await folderWith((copy) =>
    addMigration(copy, `SELECT pg_advisory_xact_lock_shared(${gate})`),
  );
  const made = await backUp(gated);
  return onDatabase(databaseUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [gate]);
    const restoring = Promise.allSettled([
      loadBackup({ databaseUrl, folder: gated }, source(made), () => Promise.resolve("settled")),
    ]);
    await until("the restore to wait", async () => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
        [gate],
      );
      return rowCount === 1 ? true : null;
    });
    await meanwhile();
    await client.query("SELECT pg_advisory_unlock($1)", [gate]);
    return { restoring, gated };
  });
}

test("a second restore that begins during the first one is refused", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const { restoring } = await restoreAround(databaseUrl, () =>
    expectRefusal(restore(databaseUrl), 2, /another restore or a starting Keystead/),
  );
  expect(await restoring).toMatchObject([{ status: "fulfilled", value: "settled" }]);
});

test("a Keystead that starts during a restore waits until it has finished", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  let starting: Promise<unknown> = Promise.resolve();
  let isStarted = false;
  const { restoring } = await restoreAround(databaseUrl, async () => {
    const copy = await folderWith((each) =>
      addMigration(each, `SELECT pg_advisory_xact_lock_shared(${gate})`),
    );
    starting = applyMigrations({ databaseUrl, folder: copy }).then(() => (isStarted = true));
    await onDatabase(databaseUrl, (client) =>
      until("the start to wait", async () => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'keystead-migrations'
            AND datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1 ? true : null;
      }),
    );
    expect(isStarted).toBe(false);
  });
  expect(await restoring).toMatchObject([{ status: "fulfilled" }]);
  await starting;
});

test("a Keystead that connects during a restore makes it fail, and none starts on the rest", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "keystead" });
  const { restoring, gated } = await restoreAround(databaseUrl, () => client.connect());
  const [result] = await restoring;
  expect(result).toMatchObject({
    status: "rejected",
    reason: expect.any(RestoreInterrupted) as Error,
  });
  await client.end();
  const { rows } = await onDatabase(databaseUrl, (each) => each.query(`SELECT FROM "Tenancy"`));
  expect(rows).toEqual([]);
  await expect(applyMigrations({ databaseUrl, folder: gated })).rejects.toThrow(
    /A restore into this database runs or was interrupted.*drop the database/s,
  );
  await expectRefusal(
    keystead(["tenancy", "list"], { ...env, DATABASE_URL: databaseUrl }),
    4,
    /was interrupted/,
  );
  await expectRefusal(restore(databaseUrl), 2, /isn't empty/);
});

test("a failure while settling leaves a database on which nothing starts", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  await expect(
    loadBackup({ databaseUrl, folder: migrations }, source(), () =>
      Promise.reject(new Error("planted")),
    ),
  ).rejects.toMatchObject({ name: "RestoreInterrupted", cause: { message: "planted" } });
  await expect(applyMigrations({ databaseUrl, folder: migrations })).rejects.toThrow(/interrupted/);
});

test("a backup of an older version is restored and upgraded", async () => {
  const older = await folderWith((copy, names) =>
    rm(join(copy, names.at(-1) ?? ""), { recursive: true }),
  );
  const made = await backUp(
    older,
    `INSERT INTO "LimitCounter" VALUES ('left out', 1, 1);
    INSERT INTO "MetadataBlob" VALUES (1, 7, now(), '[]', now())`,
  );
  const databaseUrl = await emptyDatabaseUrl();
  expect((await restore(databaseUrl, made)).err).toBe("");
  const { applied } = await applyMigrations({ databaseUrl, folder: migrations });
  expect(applied).toEqual([]);
  const stored = await onDatabase(databaseUrl, (client) =>
    client.query<{ number: number }>(`SELECT "number" FROM "MetadataBlob"`),
  );
  expect(stored.rows).toEqual([{ number: 7 }]);
});

test("a backup of a newer or changed version is refused, and says what to do", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const newer = await backUp(await folderWith((copy) => addMigration(copy, "SELECT 1")));
  await expectRefusal(
    restore(databaseUrl, newer),
    2,
    /of a newer version \(9\.9\.9, with the migration 29990101000000_later\)\. Install that version/,
  );
  const changed = await backUp(
    await folderWith((copy, names) =>
      writeFile(join(copy, names.at(-1) ?? "", "migration.sql"), "SELECT 1"),
    ),
  );
  await expectRefusal(restore(databaseUrl, changed), 2, /another migration .*\(9\.9\.9\)/);
  expect(await tablesIn(databaseUrl)).toEqual([]);
});
