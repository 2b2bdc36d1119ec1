import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { asAdmin, databaseUrlFor } from "@/testing/admin-connection";
import { startResendReceiver } from "@/testing/resend-receiver";
import { findFreePort, makeDataFolder } from "@/testing/server-process";
import { type SmtpReceiver, startSmtpReceiver } from "@/testing/smtp-receiver";
import { emptyDatabaseUrl, newDatabaseUrl } from "@/testing/worker-database";
import { diagnose } from "./doctor";
import { acme, json, keystead } from "./keystead";

const secret = () => randomBytes(48).toString("base64");
const user = { name: "ada", password: "word" };

let mail: SmtpReceiver;
let env: Record<string, string> & { DATABASE_URL: string };

beforeAll(async () => {
  mail = await startSmtpReceiver({ user });
});
afterAll(() => mail.goDown());

beforeEach(async () => {
  env = {
    BASE_URL: "https://id.example.com",
    DATABASE_URL: await newDatabaseUrl(),
    KEYSTEAD_SECRET: secret(),
    TRUSTED_PROXY_HOPS: "1",
    PORT: String(await findFreePort()),
    SMTP_URL: `smtp://${user.name}:${user.password}@127.0.0.1:${mail.port}`,
    MAIL_FROM: "codes@example.com",
  };
});

async function run(sql: string, url = env.DATABASE_URL): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Creates a role with a password, and returns the URL of the database for it. */
async function urlOfRole(name: string): Promise<string> {
  await run(`CREATE ROLE ${name} LOGIN PASSWORD 'word'`);
  const url = new URL(env.DATABASE_URL);
  url.username = name;
  url.password = "word";
  return url.href;
}

test("a healthy installation has no problem and no warning, and gets no email", async () => {
  await json(acme, env);
  const sent = mail.offered;
  const { code, levels, text } = await diagnose(env);
  expect({ code, levels, text }).toEqual({
    code: 0,
    levels: {
      configuration: "good",
      database: "good",
      migrations: "good",
      extensions: "good",
      clock: "good",
      secret: "good",
      standby: "skipped",
      email: "good",
      port: "good",
      proxy: "good",
    },
    text: "DATABASE_SYNCHRONOUS requires none. undefined",
  });
  expect(mail.offered).toBe(sent);
});

test("prints what was found and what to do, and ends with the numbers", async () => {
  const { code, out, err } = await keystead(["doctor"], { ...env, TRUSTED_PROXY_HOPS: "0" });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(
    /^good +configuration +production mode at https:\/\/id\.example\.com, 1 process\.$/m,
  );
  expect(out).toMatch(/^warning +proxy +TRUSTED_PROXY_HOPS is 0.*\n +→ Set TRUSTED_PROXY_HOPS/m);
  expect(out).toMatch(/\n\n0 problems, 1 warning\n$/);
});

test("an empty database is reported as pending, and stays empty", async () => {
  env = { ...env, DATABASE_URL: await emptyDatabaseUrl() };
  const { findings, levels } = await diagnose(env);
  expect(levels).toMatchObject({ migrations: "good", secret: "good" });
  const foundOf = (wanted: string) => findings.find(({ check }) => check === wanted)?.found;
  expect(foundOf("migrations")).toMatch(
    /^\d+ migrations are pending, from 20261120000000_foundation on/,
  );
  expect(foundOf("extensions")).toMatch(/^The next start creates pg_trgm and btree_gin\./);
  await expect(run(`SELECT 1 FROM "_prisma_migrations"`)).rejects.toThrow("does not exist");
});

test("an invalid configuration is the only problem", async () => {
  const { levels, text } = await diagnose({ ...env, BASE_URL: "http://id.example.com" });
  expect(levels).toEqual({ configuration: "problem" });
  expect(text).toMatch(/needs an https BASE_URL/);
});

test("a BASE_URL on whose host passkeys can't work is a problem", async () => {
  for (const host of ["192.0.2.7", "[2001:db8::1]", "keystead"]) {
    const { levels, text } = await diagnose({ ...env, BASE_URL: `https://${host}` });
    expect(levels).toMatchObject({ configuration: "problem", database: "good" });
    expect(text).toContain(`Passkeys can't work on ${host}, the host of BASE_URL`);
  }
});

test("an unreachable database doesn't hide the other checks, nor show its password", async () => {
  env = { ...env, DATABASE_URL: "postgresql://ada:hush@127.0.0.1:1/keystead" };
  const { levels, text } = await diagnose(env);
  expect(levels).toEqual({
    configuration: "good",
    database: "problem",
    email: "good",
    port: "good",
    proxy: "good",
  });
  expect(text).toMatch(/keystead at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/);
  expect(text).not.toContain("hush");
});

test.each([
  [
    "a newer release",
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at")
      VALUES ('1', 'x', '29990101000000_newer', now())`,
    /29990101000000_newer, which this version does not know/,
  ],
  [
    "a failed migration",
    `UPDATE "_prisma_migrations" SET "finished_at" = NULL
      WHERE "migration_name" = '20261121000000_operators'`,
    /20261121000000_operators failed halfway/,
  ],
  [
    "two changed migrations",
    `UPDATE "_prisma_migrations" SET "checksum" = 'x' WHERE "migration_name" < '20261121120000'`,
    /20261120000000_foundation was changed.*\n.*20261121000000_operators was changed/,
  ],
])("the database of %s is a problem", async (_name, damage, sentence) => {
  await run(damage);
  const { levels, text } = await diagnose(env);
  expect(levels).toMatchObject({ database: "good", migrations: "problem" });
  expect(text).toMatch(sentence);
});

test("the database of a newer release on which this one runs is a warning", async () => {
  await run(`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "logs")
    VALUES ('1', 'x', '29990101000000_newer', now(), 'expand')`);
  const { code, levels, text } = await diagnose(env);
  expect({ code, level: levels["migrations"] }).toEqual({ code: 0, level: "warning" });
  expect(text).toMatch(/29990101000000_newer\. This one runs on them/);
});

test("a role that owns nothing can't migrate, and can't create extensions", async () => {
  const name = `role_${randomBytes(4).toString("hex")}`;
  const url = await urlOfRole(name);
  await run(`DROP EXTENSION pg_trgm CASCADE; ALTER ROLE ${name} CONNECTION LIMIT 5`);
  await run(
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}; GRANT CREATE ON SCHEMA public TO ${name}`,
  );
  const owned = await diagnose({ ...env, DATABASE_URL: url });
  expect(owned.levels).toMatchObject({ database: "problem", extensions: "warning" });
  expect(owned.text).toMatch(/tables belong to another role/);
  expect(owned.text).toMatch(/allows this role 5 connections, and this instance opens up to 10/);
  expect(owned.text).toMatch(/may not create pg_trgm.*run: CREATE EXTENSION pg_trgm;/);
  expect(owned.text).not.toMatch(/may not create tables/);
  await run(`REVOKE CREATE ON SCHEMA public FROM ${name}`);
  expect((await diagnose({ ...env, DATABASE_URL: url })).text).toMatch(/may not create tables/);
  await run(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
});

test("a database of another encoding, or without changes, is a problem", async () => {
  const { adminUrl } = inject("database");
  const name = `keystead_latin_${randomBytes(4).toString("hex")}`;
  await asAdmin(adminUrl, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    ),
  );
  await asAdmin(adminUrl, (client) =>
    client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
  );
  env = { ...env, DATABASE_URL: databaseUrlFor(adminUrl, name) };
  const { levels, text } = await diagnose(env);
  expect(levels).toMatchObject({ database: "problem", migrations: "good" });
  expect(text).toMatch(/encoding is LATIN1\. .*UTF8/);
  expect(text).toMatch(/accepts no changes/);
  await asAdmin(adminUrl, (client) => client.query(`DROP DATABASE ${name}`));
});

test("another secret than the database's is a problem, and a weak one of a new database", async () => {
  await json(["signing-key", "rotate"], env);
  const other = await diagnose({ ...env, KEYSTEAD_SECRET: secret() });
  expect(other.levels).toMatchObject({ secret: "problem" });
  expect(other.text).toMatch(/can't decrypt.*KEYSTEAD_SECRET_PREVIOUS/);
  const rotated = {
    ...env,
    KEYSTEAD_SECRET: secret(),
    KEYSTEAD_SECRET_PREVIOUS: env["KEYSTEAD_SECRET"] ?? "",
  };
  expect((await diagnose(rotated)).levels).toMatchObject({ secret: "good" });

  const weak = {
    ...env,
    DATABASE_URL: await emptyDatabaseUrl(),
    KEYSTEAD_SECRET: "correct-Horse-battery-staple-correct-Horse-battery-staple",
  };
  const { levels, text } = await diagnose(weak);
  expect(levels).toMatchObject({ secret: "problem" });
  expect(text).toMatch(/too easy to guess.*openssl rand/);
  expect(text).not.toContain("battery");
});

test("a standby that is required and missing is a warning", async () => {
  const { code, levels, text } = await diagnose({ ...env, DATABASE_SYNCHRONOUS: "required" });
  expect({ code, level: levels["standby"] }).toEqual({ code: 0, level: "warning" });
  expect(text).toMatch(/don't wait for a standby.*synchronous_standby_names/);
});

test("SMTP: wrong credentials and a closed port are problems; --send-to sends one email", async () => {
  const wrong = await diagnose({ ...env, SMTP_URL: `smtp://ada:hush@127.0.0.1:${mail.port}` });
  expect(wrong.levels).toMatchObject({ email: "problem" });
  expect(wrong.text).toMatch(/535 5\.7\.8/);
  expect(wrong.text).not.toContain("hush");
  const closed = await diagnose({ ...env, SMTP_URL: "smtp://127.0.0.1:1" });
  expect(closed.text).toMatch(/127\.0\.0\.1:1: .*ECONNREFUSED/);
  const both = {
    EMAIL_PROVIDERS: "smtp,smtp2",
    SMTP_URL: `smtp://ada:hush@127.0.0.1:${mail.port}`,
    SMTP2_URL: "smtp://127.0.0.1:1",
  };
  expect((await diagnose({ ...env, ...both })).text).toMatch(/535 5\.7\.8[^]*ECONNREFUSED/);
  const none = await diagnose({ ...env, SMTP_URL: "" }, ["--send-to", "you@example.com"]);
  expect(none.levels).toMatchObject({ email: "warning" });

  const before = mail.mails.length;
  const sent = await diagnose(env, ["--send-to", "you@example.com"]);
  expect(sent.levels).toMatchObject({ email: "good" });
  expect(mail.mails.slice(before)).toMatchObject([
    { from: "codes@example.com", to: ["you@example.com"] },
  ]);
  mail.behaviour = "refuse";
  const refused = await diagnose(env, ["--send-to", "you@example.com"]);
  mail.behaviour = "accept";
  expect(refused.text).toMatch(
    /didn't accept a test email from codes@example\.com: 550 5\.1\.1.*MAIL_FROM/,
  );
});

test("Resend: a key that may only send is accepted, an invalid one is a problem", async () => {
  const resend = await startResendReceiver();
  const withResend = { ...env, RESEND_API_KEY: "re_hush", RESEND_BASE_URL: resend.baseUrl };
  const answers = [
    ["restricted_api_key", 401, "good"],
    ["validation_error", 401, "problem"],
    ["not_found", 404, "warning"],
  ] as const;
  for (const [name, status, level] of answers) {
    resend.behaviour = { status, name, message: "The key" };
    const { levels, text } = await diagnose(withResend);
    expect(levels["email"], name).toBe(level);
    expect(text).not.toContain("hush");
  }
  resend.behaviour = "accept";
  expect((await diagnose(withResend)).levels["email"]).toBe("good");
  expect(resend.mails).toEqual([]);
  await diagnose(withResend, ["--send-to", "you@example.com"]);
  expect(resend.mails).toMatchObject([{ to: "you@example.com", subject: "[Test] Keystead" }]);
  await resend.close();
  expect((await diagnose(withResend)).levels["email"]).toBe("problem");
});

test("a port in use is a warning, and one of another machine a problem", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(env["PORT"]), resolve));
  expect((await diagnose(env)).levels).toMatchObject({ port: "warning", proxy: "good" });
  await new Promise((resolve) => other.close(resolve));
  const { levels, text } = await diagnose({ ...env, HOST: "192.0.2.7" });
  expect(levels).toMatchObject({ port: "problem" });
  expect(text).toMatch(/has no address 192\.0\.2\.7/);
});

test("in local mode, names the database of the first start, and then checks it", async () => {
  const local = { KEYSTEAD_DATA: makeDataFolder(), PORT: env["PORT"] ?? "" };
  const before = await diagnose(local);
  expect(before.text).toMatch(/Local mode has no proxy/);
  expect(before.findings[1]?.found).toBe(
    `The first start creates a database in ${local.KEYSTEAD_DATA}.`,
  );
  await keystead(["migrate"], local);
  expect(await diagnose(local)).toMatchObject({
    code: 0,
    levels: { migrations: "good", extensions: "good", secret: "skipped", proxy: "skipped" },
  });
});
