import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createServerCertificate, toPem } from "@/testing/test-certificate";
import { startTlsDatabase, type TlsDatabase } from "@/testing/tls-database";
import { emptyDatabaseUrl } from "@/testing/worker-database";
import { connectDatabase } from "./database";
import { openSession } from "./database-session";
import { applyMigrations } from "./migrations";

/** Adds options to a URL. */
function withOptions(url: string, options: Record<string, string>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(options)) changed.searchParams.set(name, value);
  return changed.href;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Opens a session, and returns what a query finds, or the message of the refusal. */
async function open(databaseUrl: string, query = "SELECT 1 AS found"): Promise<unknown> {
  try {
    const client = await openSession({ databaseUrl, name: "keystead-test" });
    const { rows } = await client.query<{ found: unknown }>(query);
    await client.end();
    return rows[0]?.found;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the schema", () => {
  const folder = "prisma/migrations";
  const tablesIn = (schema: string) =>
    `SELECT count(*)::int AS found FROM pg_tables WHERE schemaname = '${schema}'`;

  test.each([
    ["schema", (schema: string) => ({ schema })],
    ["search_path", (schema: string) => ({ options: `-csearch_path="${schema}"` })],
  ])("that %s names has all tables, and every query reads them", async (_name, optionsOf) => {
    const empty = await emptyDatabaseUrl();
    const schema = "Ident-ity";
    await run(empty, `CREATE SCHEMA "${schema}"`, "CREATE EXTENSION pg_trgm");
    const databaseUrl = withOptions(empty, optionsOf(schema));
    expect((await applyMigrations({ databaseUrl, folder })).applied.length).toBeGreaterThan(0);
    expect(await open(databaseUrl, tablesIn("public"))).toBe(0);
    const { db, pool, close } = connectDatabase(databaseUrl, () => undefined);
    expect(await db.tenancy.count()).toBe(0);
    expect((await pool.query(`SELECT FROM "Tenancy"`)).rowCount).toBe(0);
    await close();
    expect((await applyMigrations({ databaseUrl, folder })).applied).toEqual([]);
    // Nothing begins anew in public after the option was removed.
    expect(await open(empty)).toMatch(
      /has Keystead's tables in the schema Ident-ity\. To use them, write schema=Ident-ity\. For a/,
    );
  });

  test("that is empty or missing is refused while public has the tables", async () => {
    const databaseUrl = await emptyDatabaseUrl();
    await applyMigrations({ databaseUrl, folder });
    const both =
      /tables in the schema public, and none in identity\. .*write schema=public\. .*ALTER SCHEMA "public" RENAME TO "identity"/;
    for (const options of [{ schema: "identity" }, { options: "-c search_path=identity,public" }]) {
      expect(await open(withOptions(databaseUrl, options))).toMatch(both);
      await run(databaseUrl, "CREATE SCHEMA IF NOT EXISTS identity");
      expect(await open(withOptions(databaseUrl, options))).toMatch(both);
    }
    await run(
      databaseUrl,
      "DROP SCHEMA identity",
      `ALTER SCHEMA "public" RENAME TO "identity"`,
      "CREATE SCHEMA public",
    );
    expect(await open(withOptions(databaseUrl, { schema: "identity" }))).toBe(1);
  });

  test("that a role's search_path leads to, or that is missing, is named", async () => {
    const empty = await emptyDatabaseUrl();
    expect(await open(withOptions(empty, { schema: "identity" }))).toMatch(
      /has no schema identity\. Create it first: CREATE SCHEMA "identity"\.$/,
    );
    const name = new URL(empty).pathname.slice(1);
    await run(empty, "CREATE SCHEMA other", `ALTER DATABASE ${name} SET search_path = other`);
    expect(await open(empty)).toMatch(/leads this role to the schema other by its search_path/);
    expect(await open(withOptions(empty, { schema: "public" }))).toBe(1);
  });
});

describe("TLS", () => {
  const authority = createAuthority("CN=Private CA");
  const isEncrypted = "SELECT ssl AS found FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
  let database: TlsDatabase;
  let files: string;
  let ca: string;
  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), "keystead-ca-"));
    ca = join(files, "ca.pem");
    await writeFile(ca, toPem(authority.certificate));
    await writeFile(join(files, "broken.pem"), "-----BEGIN CERTIFICATE-----\nx\n");
    database = await startTlsDatabase(createServerCertificate(authority, ["127.0.0.1"]));
  });
  afterAll(async () => {
    await database?.remove();
    await rm(files, { recursive: true });
  });
  const connect = (options: Record<string, string>) =>
    open(withOptions(database.url, options), isEncrypted);

  test("verifies a private authority by sslrootcert, and names that option without it", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on("warning", listen);
    for (const sslmode of ["prefer", "require", "verify-ca", "verify-full"]) {
      expect(await connect({ sslmode })).toMatch(
        /authority that this machine doesn't know\. .*sslrootcert=\/path\/to\/ca\.pem\.$/,
      );
      expect(await connect({ sslmode, sslrootcert: ca })).toBe(true);
    }
    process.off("warning", listen);
    expect(warnings).toEqual([]);
    expect(await connect({ sslrootcert: ca, ssl_min_protocol_version: "TLSv1.3" })).toBe(true);
    expect(await connect({ sslmode: "verify-full", sslrootcert: "system" })).toMatch(/authority/);
    expect(await connect({ sslmode: "no-verify" })).toBe(true);
    expect(await connect({ sslmode: "require", uselibpqcompat: "true" })).toBe(true);
    expect(await connect({ sslmode: "disable" })).toBe(false);
    expect(await connect({ ssl: "false" })).toBe(false);
  });

  test("names the file of an authority that can't be used", async () => {
    expect(await connect({ sslrootcert: join(files, "missing.pem") })).toMatch(
      /^DATABASE_URL: sslrootcert can't be read: .*missing\.pem \(ENOENT\)\.$/,
    );
    expect(await connect({ sslrootcert: join(files, "broken.pem") })).toMatch(
      /^DATABASE_URL: sslrootcert names no certificate in PEM: .*broken\.pem\.$/,
    );
  });

  test("refuses a certificate for another name, and a server without TLS", async () => {
    await database.present(createServerCertificate(authority, ["db.example"]));
    expect(await connect({ sslmode: "verify-full", sslrootcert: ca })).toMatch(
      /certificate that is for another host name/,
    );
    const compatible = { uselibpqcompat: "true", sslmode: "verify-ca", sslrootcert: ca };
    expect(await connect(compatible)).toBe(true);
    await database.present(createServerCertificate(authority, ["127.0.0.1"]));
    const plain = await emptyDatabaseUrl();
    expect(await open(withOptions(plain, { sslmode: "require" }))).toMatch(
      /offers no TLS\. Turn it on there, or write sslmode=disable\.$/,
    );
  });

  test("channel_binding=require refuses a server that asks for a password, or for nothing, without it", async () => {
    const bound = { sslrootcert: ca, channel_binding: "require" };
    expect(await connect(bound)).toBe(true);
    expect(await connect({ ...bound, channel_binding: "prefer" })).toBe(true);
    const refusal = /offers no channel binding, which channel_binding=require asks for\.$/;
    const { username } = new URL(database.url);
    for (const method of ["password", "trust"]) {
      await database.admit(`host all ${username} all ${method}`);
      expect(await connect({ sslrootcert: ca })).toBe(true);
      expect(await connect(bound), method).toMatch(refusal);
    }
    await database.admit(`hostssl all ${username} all scram-sha-256`);
    expect(await connect({})).toMatch(/unencrypted connection\. .*sslmode=verify-full/);
    expect(await connect(bound)).toBe(true);
  });
});
