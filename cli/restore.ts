import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { databaseUrl as DatabaseUrl } from "@/lib/config.urls";
import { backupTables, secretFingerprints } from "@/lib/domain/admin/backup/backup-tables";
import { ErasedRecord } from "@/lib/domain/admin/backup/erase-again";
import { type SettledRestore, settleRestore } from "@/lib/domain/admin/backup/settle-restore";
import { badRequest } from "@/lib/errors";
import { loadBackup } from "@/lib/platform/backup/load-backup";
import type { VerifiedBackup } from "@/lib/platform/backup/read-backup";
import { systemClock } from "@/lib/platform/clock";
import { findSecret } from "@/lib/platform/prepare-start";
import { createSecrets } from "@/lib/platform/secret";
import { describeSecrets, passphraseOption, readPassphrases } from "./backup";
import { examples } from "./command";
import { countOf, note, type Output, print, showTime } from "./print";
import { type DatabaseConfig, withDatabase } from "./with-database";
import { connectService } from "./with-service";

const refuse = (problem: string) => badRequest("--erased", problem);

function parseLine(line: string): ErasedRecord | undefined {
  try {
    return ErasedRecord.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Decodes a file as UTF-8, without its byte order mark. Lists of the erased can be large. */
async function* decoded(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refuse(`the file ${file} isn't UTF-8. Save it as audit erased printed it.`);
  }
}

/** Yields what `keystead audit erased` printed. @throws BadRequest */
async function* readErased(file: string): AsyncGenerator<ErasedRecord> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`the file ${file} can't be read (${error.code}).`);
  });
  let number = 0;
  const lines = createInterface(Readable.from(decoded(file, handle.createReadStream())));
  for await (const line of lines) {
    number++;
    const record = parseLine(line);
    if (record === undefined)
      throw refuse(`line ${number} of ${file} isn't one that audit erased printed.`);
    yield record;
  }
}

/** Reads the whole file, so that a wrong one is refused before the restore. @throws BadRequest */
async function checkErased(file: string): Promise<void> {
  const records = readErased(file);
  while ((await records.next()).done !== true);
}

interface Options {
  into?: string;
  passphraseFile?: string;
  keepKeys?: true;
  keepWebhooks?: true;
  erased?: string;
  json?: true;
}

type Restored = VerifiedBackup & { settled: SettledRestore };

/** Refuses a malformed URL without repeating it, because it may contain a password. */
function requireUrl(value: string): void {
  const parsed = DatabaseUrl.safeParse(value);
  if (parsed.success) return;
  const messages = parsed.error.issues.map(({ message }) => message.replace("DATABASE_URL", "it"));
  throw badRequest("--into", messages.join(" "));
}

/** Says so if the configured secret doesn't open the encrypted values of the backup. */
function checkSecret(config: DatabaseConfig, { header: { secrets } }: VerifiedBackup): void {
  const secret = findSecret(config);
  if (secret === undefined) return;
  const found = secretFingerprints({ secrets: createSecrets(secret, config.previousSecret) });
  if (secrets.every((each) => found.includes(each))) return;
  note(
    `The configured secret has the fingerprint ${found.join(" and ")}. Without the right one, the ` +
      "signing keys, the secrets of webhooks and stored links can't be decrypted. Set it before you start.",
  );
}

async function settle(
  config: DatabaseConfig,
  { header }: VerifiedBackup,
  { restoredAt, keepKeys, keepWebhooks, erased }: Options & { restoredAt: Date },
): Promise<SettledRestore> {
  // Nothing is encrypted here, so the secret may be missing.
  const secrets = createSecrets(randomBytes(32).toString("base64url"));
  const { service, close } = connectService(config, secrets);
  try {
    return await settleRestore(service, header, {
      restoredAt,
      keepsKeys: keepKeys === true,
      keepsWebhooks: keepWebhooks === true,
      erased: erased === undefined ? [] : readErased(erased),
    });
  } finally {
    await close();
  }
}

function describe({ header, rows, settled }: Restored, options: Options): Output {
  const { keepKeys, keepWebhooks, erased } = options;
  const { id, createdAt, secrets } = header;
  const at = showTime(createdAt);
  const lines = [
    `The backup ${id} of ${at} is restored, with ${countOf(rows["User"] ?? 0, "user")} and ` +
      `${countOf(rows["Passkey"] ?? 0, "passkey")}.`,
    keepKeys === true
      ? "API keys work as they did then. Revoke those that you revoked since."
      : `${countOf(settled.lockedKeys, "API key")} locked. Unlock those that you still trust.`,
    keepWebhooks === true
      ? "Webhooks get events as they did then, also those that you deleted since."
      : `${countOf(settled.disabledWebhooks, "webhook")} disabled. Enable those that you still use.`,
    erased === undefined
      ? "Users who were erased since then are back. To erase them again, see “audit erased”."
      : `Erased again: ${countOf(settled.erasedUsers, "user")}, and ` +
        `${settled.deletedTenancies} of the deleted tenancies.`,
    `${countOf(settled.withdrawnDeletions, "requested deletion")} of accounts withdrawn. Their users ` +
      "stay disabled until you enable or erase them.",
    `Whatever was registered, revoked or disabled after ${at} is lost.`,
    describeSecrets(secrets),
  ];
  return { json: { id, createdAt, secrets, rows, ...settled }, text: lines.join("\n") };
}

async function restore(file: string, options: Options): Promise<void> {
  if (options.into !== undefined) requireUrl(options.into);
  const passphrases = await readPassphrases(options.passphraseFile);
  if (options.erased !== undefined) await checkErased(options.erased);
  const restoredAt = new Date(systemClock.now());
  const tables = options.keepWebhooks ? backupTables.map(({ name }) => ({ name })) : backupTables;
  await withDatabase(
    async (config) => {
      const { databaseUrl, installationFolder } = config;
      const folder = join(installationFolder, "prisma/migrations");
      const restored = await loadBackup(
        { databaseUrl, folder },
        { file, passphrases, tables, restoredAt },
        async (loaded) => ({
          ...loaded,
          settled: await settle(config, loaded, { ...options, restoredAt }),
        }),
      );
      print(describe(restored, options), options);
      checkSecret(config, restored);
    },
    { creates: true, instead: options.into },
  );
}

/** `keystead restore` */
export function declareRestore(parent: Command): void {
  parent
    .command("restore")
    .description(
      "restore a backup into an empty database, lock its API keys and disable its webhooks, because " +
        "some may be revoked or deleted",
    )
    .argument("<file>", "the backup")
    .option("--into <url>", "the empty database; default: the configured one")
    .option(...passphraseOption)
    .option("--erased <file>", "erase users again, as listed by audit erased")
    .option("--keep-keys", "don't lock API keys")
    .option("--keep-webhooks", "don't disable webhooks, for a planned move")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "restore /backups/2026-12-01.keystead --into postgresql://keystead@db.example.com/new \\\n" +
          "      --passphrase-file /etc/keystead/passphrase --erased /backups/erased.jsonl",
      ),
    )
    .action(restore);
}
