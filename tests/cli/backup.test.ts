import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupTables, omittedTables } from "@/lib/domain/admin/backup/backup-tables";
import { openSnapshot } from "@/lib/platform/backup/open-snapshot";
import { writeBackup } from "@/lib/platform/backup/write-backup";
import {
  acme,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

interface Backup {
  id: string;
  createdAt: number;
  secrets: string[];
  rows: Record<string, number>;
  isEncrypted: boolean;
  bytes: number;
}

const passphrase = "correct horse battery staple";
const awkward = "a\\.\n\\.\n\ttab \\N ü 𝕏 \u2028 '\"\r\n";
const chunk = 64 * 1024 + 16;

let env: Awaited<ReturnType<typeof newInstallation>>;
let db: pg.Client;
let folder: string;
let count = 0;
const newFile = () => join(folder, `${++count}.keystead`);
let passphraseFile: string;
let encrypted: string;
let plain: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keystead-backup-"));
  passphraseFile = join(folder, "passphrase");
  await writeFile(passphraseFile, `${passphrase}\n`);
  env = await newInstallation();
  const { id } = await json<CreatedTenancy>(acme, env);
  db = new pg.Client(env.DATABASE_URL);
  await db.connect();
  // Random bytes don't compress, so that an encrypted file has several chunks.
  await db.query(
    `INSERT INTO "User" ("tenancyId", "sub", "givenName", "selfService", "createdAt", "updatedAt")
    VALUES ($1, 'a', $2, true, now(), now())`,
    [id, awkward],
  );
  await db.query(`UPDATE "Tenancy" SET "brandLogo" = $2 WHERE "id" = $1`, [id, randomBytes(3e5)]);
  await db.query(
    `INSERT INTO "OutboxMail" ("tenancyId", "id", "sealed", "lastError", "state", "dueAt", "expiresAt", "createdAt")
    SELECT $1, state, CASE state WHEN 'queued' THEN 'sealed' END, 'error of a ' || state || ' email',
      state::"MailState", now(), now(), now()
    FROM unnest(ARRAY['queued', 'sent', 'dead']) state`,
    [id],
  );
  await db.query(
    `INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "createdAt", "expiresAt")
    VALUES ($1, 'h', 'code', '{"planted":"token"}', now(), now())`,
    [id],
  );
  encrypted = newFile();
  plain = newFile();
  await json(["backup", encrypted, "--passphrase-file", passphraseFile], env);
  await json(["backup", plain], env);
});
afterAll(async () => {
  await db.end();
  await rm(folder, { recursive: true });
});

const verify = (file: string, ...args: string[]) => keystead(["backup", "verify", file, ...args]);
const verifyEncrypted = (file: string) => verify(file, "--passphrase-file", passphraseFile);

async function changed(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const other = newFile();
  await writeFile(other, change(await readFile(file)));
  return other;
}

test("a backup is complete, private and says which secret it needs", async () => {
  const file = newFile();
  const made = await json<Backup>(["backup", file, "--passphrase-file", passphraseFile], env);
  expect(made).toMatchObject({ isEncrypted: true, rows: { Tenancy: 1, User: 1, OutboxMail: 2 } });
  expect(Object.keys(made.rows)).toEqual(backupTables.map(({ name }) => name));
  const { size, mode } = await stat(file);
  expect({ bytes: size, mode: mode & 0o777 }).toEqual({ bytes: made.bytes, mode: 0o600 });
  expect(made.secrets).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  const verified = await json<Backup>(
    ["backup", "verify", file, "--passphrase-file", passphraseFile],
    {},
  );
  expect(verified).toEqual(made);
  const text = await verifyEncrypted(file);
  expect(text.out).toContain(`fingerprint ${made.secrets.join("")}.`);
  expect(text.out).toContain("is complete, and encrypted.");
});

test("it contains rows as PostgreSQL writes them, and neither secrets nor one-time values", async () => {
  const text = gunzipSync(await readFile(plain)).toString();
  expect(text).toContain("a\\\\.\\n\\\\.\\n\\ttab \\\\N ü 𝕏 \u2028 '\"\\r\\n");
  expect(text).toContain("error of a sent email");
  expect(text).not.toContain("error of a queued email");
  expect(text).not.toContain("planted");
  expect(text).not.toContain(env["KEYSTEAD_SECRET"]);
  expect(text).not.toContain(passphrase);
  for (const table of Object.keys(omittedTables)) expect(text).not.toContain(`COPY "${table}"`);
  expect((await readFile(encrypted)).includes("COPY")).toBe(false);
});

test("its secrets follow the rotation of the secret", async () => {
  const [before, during] = [newFile(), newFile()];
  const { secrets } = await json<Backup>(["backup", before], env);
  const rotating = {
    ...env,
    KEYSTEAD_SECRET: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdef",
    KEYSTEAD_SECRET_PREVIOUS: env["KEYSTEAD_SECRET"] ?? "",
  };
  const later = await json<Backup>(["backup", during], rotating);
  expect(later.secrets).toHaveLength(2);
  expect(later.secrets[1]).toBe(secrets[0]);
  expect((await verify(during)).out).toContain(`${secrets.join("")} (KEYSTEAD_SECRET_PREVIOUS)`);
});

test("a backup never replaces a file, and leaves none behind when it fails", async () => {
  const file = newFile();
  await writeFile(file, "mine");
  await expectRefusal(keystead(["backup", file], env), 2, /exists\. Choose another name/);
  expect(await readFile(file, "utf8")).toBe("mine");
  const other = newFile();
  await writeFile(`${other}.unfinished`, "of another run");
  await expectRefusal(keystead(["backup", other], env), 2, /unfinished exists/);
  expect(await readFile(`${other}.unfinished`, "utf8")).toBe("of another run");
  await rm(`${other}.unfinished`);
  await expectRefusal(keystead(["backup", join(folder, "no", "b")], env), 2, /ENOENT/);
  const before = await readdir(folder);
  await db.query(`ALTER TABLE "FeedEvent" RENAME TO "Gone"`);
  const failed = await keystead(["backup", newFile()], env);
  await db.query(`ALTER TABLE "Gone" RENAME TO "FeedEvent"`);
  expect(failed.code).toBe(1);
  expect(await readdir(folder)).toEqual(before);
});

test("all rows are of one moment, whatever is written meanwhile", async () => {
  const writer = new pg.Client(env.DATABASE_URL);
  await writer.connect();
  let isDone = false;
  const writing = (async () => {
    for (let i = 0; !isDone; i++)
      await writer.query(
        `WITH u AS (INSERT INTO "User" ("tenancyId", "sub", "selfService", "createdAt", "updatedAt")
          SELECT "id", $1, true, now(), now() FROM "Tenancy" WHERE NOT "isSystem" RETURNING *)
        INSERT INTO "PreviousEmail" ("tenancyId", "sub", "emailNormalized", "email", "until")
        SELECT u."tenancyId", u."sub", 'x', 'x', now() FROM u`,
        [`w${i}`],
      );
  })();
  const { rows } = await json<Backup>(["backup", newFile()], env);
  isDone = true;
  await writing;
  await writer.end();
  expect(rows["PreviousEmail"]).toBe((rows["User"] ?? 0) - 1);
});

test("a database of an older version isn't backed up, and isn't migrated", async () => {
  const last = `"migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`;
  await db.query(`CREATE TABLE kept AS SELECT * FROM "_prisma_migrations" WHERE ${last}`);
  await db.query(`DELETE FROM "_prisma_migrations" WHERE ${last}`);
  await expectRefusal(keystead(["backup", newFile()], env), 4, /older version.*before you upgrade/);
  await db.query(`INSERT INTO "_prisma_migrations" SELECT * FROM kept`);
  await db.query(`DROP TABLE kept`);
});

test("a database of a newer version isn't backed up, although this version runs on it", async () => {
  await db.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs")
    VALUES ('later', '', now(), '29990101000000_later', 'expand')`,
  );
  await expectRefusal(keystead(["backup", newFile()], env), 4, /newer version.*with that version/);
  await db.query(`DELETE FROM "_prisma_migrations" WHERE "id" = 'later'`);
});

test("a passphrase is neither short nor missing, wrong or needless", async () => {
  const short = join(folder, "short");
  await writeFile(short, "password\n");
  await expectRefusal(
    keystead(["backup", newFile(), "--passphrase-file", short], env),
    2,
    /16 to 4096 characters.*openssl/,
  );
  const other = join(folder, "other");
  await writeFile(other, "correct horse battery stapler");
  await expectRefusal(verify(encrypted), 2, /is encrypted/);
  await expectRefusal(verify(encrypted, "--passphrase-file", other), 2, /doesn't open the backup/);
  await expectRefusal(verify(plain, "--passphrase-file", other), 2, /isn't encrypted/);
  await expectRefusal(verify(join(folder, "none")), 2, /ENOENT/);
});

test("a passphrase is UTF-8 text, and what an older version read as such still opens its backups", async () => {
  const bytes = join(folder, "bytes");
  const bom = join(folder, "bom");
  await writeFile(bytes, Buffer.alloc(32, 0xfe));
  await writeFile(bom, `\uFEFF${passphrase}\r\n`);
  await expectRefusal(
    keystead(["backup", newFile(), "--passphrase-file", bytes], env),
    2,
    /isn't UTF-8 text.*openssl/,
  );
  const withBom = newFile();
  await json(["backup", withBom, "--passphrase-file", bom], env);
  expect((await verify(withBom, "--passphrase-file", passphraseFile)).code).toBe(0);
  // 0.2 kept the mark, and read each byte that isn't UTF-8 as U+FFFD.
  for (const [file, written] of [
    [bytes, "\uFFFD".repeat(32)],
    [bom, `\uFEFF${passphrase}`],
  ] as const) {
    const older = newFile();
    const snapshot = await openSnapshot({
      databaseUrl: env["DATABASE_URL"] ?? "",
      folder: "prisma/migrations",
      tables: [{ name: "Tenancy" }],
    });
    const facts = { id: "0".repeat(26), createdAt: 1, version: "0.2.0", secrets: [] };
    await writeBackup(snapshot, facts, { file: older, passphrase: written });
    await snapshot.close();
    expect((await verify(older, "--passphrase-file", file)).code).toBe(0);
  }
});

test("a truncated encrypted file is refused, wherever it ends", async () => {
  const bytes = await readFile(encrypted);
  const start = bytes.length % chunk;
  for (const end of [250, start + chunk, start + 2 * chunk - 17, bytes.length - 1]) {
    const file = await changed(encrypted, (all) => all.subarray(0, end));
    const { code } = await verifyEncrypted(file);
    expect([5, 2], String(end)).toContain(code);
  }
  // At the end of a chunk, only the mark of the last chunk is missing.
  const header = bytes.indexOf("\n--- ") + 1;
  const payload = bytes.indexOf("\n", header) + 1 + 16;
  const file = await changed(encrypted, (all) => all.subarray(0, payload + 2 * chunk));
  await expectRefusal(verifyEncrypted(file), 5, /truncated/);
});

test("reordered, repeated and removed chunks of an encrypted file are refused", async () => {
  const bytes = await readFile(encrypted);
  const header = bytes.indexOf("\n--- ") + 1;
  const payload = bytes.indexOf("\n", header) + 1 + 16;
  const start = bytes.subarray(0, payload);
  const nth = (n: number) => bytes.subarray(payload + n * chunk, payload + (n + 1) * chunk);
  const rest = (n: number) => bytes.subarray(payload + n * chunk);
  for (const forged of [
    [start, nth(1), nth(0), rest(2)],
    [start, nth(0), nth(0), rest(1)],
    [start, nth(0), rest(2)],
    [start, rest(1)],
  ]) {
    const file = await changed(encrypted, () => Buffer.concat(forged));
    await expectRefusal(
      verifyEncrypted(file),
      5,
      /truncated, or its encrypted content was changed/,
    );
  }
});

test("a changed bit is found, in every part of both files", async () => {
  for (const file of [encrypted, plain]) {
    const { length } = await readFile(file);
    const places = [0, 30, 120, 1_000, 70_000, length - 20, length - 1];
    for (const at of places) {
      const flipped = await changed(file, (all) => {
        all.writeUInt8(all.readUInt8(at) ^ 4, at);
        return all;
      });
      const { code, out } = file === plain ? await verify(flipped) : await verifyEncrypted(flipped);
      // Bytes 4 to 9 of gzip are a time and names, which change nothing.
      expect({ refused: code === 5 || code === 2, out }, `${file} ${at}`).toEqual({
        refused: true,
        out: "",
      });
    }
  }
});

test("a truncated or extended file without encryption is refused", async () => {
  for (const end of [100, 5_000, 100_000])
    await expectRefusal(
      verify(await changed(plain, (all) => all.subarray(0, all.length - end))),
      5,
      /truncated|too early/,
    );
  const text = gunzipSync(await readFile(plain)).toString();
  const withText = (other: string) => changed(plain, () => gzipSync(other));
  await expectRefusal(verify(await withText(`${text}more`)), 5, /after its last line/);
  await expectRefusal(verify(await withText(text.replace("Acme", "Evil"))), 5, /checksum/);
  await expectRefusal(verify(await withText(text.replace(/^-- End.*\n/m, ""))), 5, /too early/);
  await expectRefusal(
    verify(await withText(text.replace('COPY "User"', 'COPY "Passkey"'))),
    5,
    /table User/,
  );
  await expectRefusal(
    verify(await withText(text.replace('"format":1', '"format":2'))),
    5,
    /unknown format/,
  );
  await expectRefusal(verify(await withText("SELECT 1;\n")), 5, /unknown format/);
  await expectRefusal(verify(await changed(plain, () => Buffer.from("text"))), 5, /isn't a backup/);
  await expectRefusal(verify(await changed(plain, () => Buffer.alloc(0))), 5, /isn't a backup/);
});
