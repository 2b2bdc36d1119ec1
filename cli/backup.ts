import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { backupTables, secretFingerprints } from "@/lib/domain/admin/backup/backup-tables";
import { badRequest } from "@/lib/errors";
import type { BackupHeader } from "@/lib/platform/backup/backup-format";
import { openSnapshot } from "@/lib/platform/backup/open-snapshot";
import { readBackup } from "@/lib/platform/backup/read-backup";
import { writeBackup } from "@/lib/platform/backup/write-backup";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { readSecret } from "@/lib/platform/prepare-start";
import { createSecrets } from "@/lib/platform/secret";
import { version } from "@/package.json";
import { examples } from "./command";
import { type Output, print, showTime } from "./print";
import { type DatabaseConfig, withDatabase } from "./with-database";

interface DescribedBackup extends Pick<BackupHeader, "id" | "createdAt" | "version" | "secrets"> {
  /** Rows by table. */
  rows: Record<string, number>;
  isEncrypted: boolean;
  /** Size of the file. */
  bytes: number;
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Says which secret a restore needs. */
export const describeSecrets = ([current = "", previous]: readonly string[]): string =>
  previous === undefined
    ? `A restore needs the secret with the fingerprint ${current}. The backup doesn't contain it.`
    : `A restore needs the secrets with the fingerprints ${current} (KEYSTEAD_SECRET) and ` +
      `${previous} (KEYSTEAD_SECRET_PREVIOUS). The backup doesn't contain them.`;

/** Describes a backup that was written or verified. */
function describeBackup(backup: DescribedBackup): Output {
  const { id, createdAt, version, secrets, rows, isEncrypted, bytes } = backup;
  const json = { id, createdAt, version, secrets, rows, isEncrypted, bytes };
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const lines = [
    `Backup ${id} of ${showTime(createdAt)} is complete, ${isEncrypted ? "and encrypted" : "and not encrypted"}.`,
    `It has ${counted(rows["User"] ?? 0, "user")} and ${counted(rows["Passkey"] ?? 0, "passkey")}, ` +
      `and ${counted(all, "row")} in all, in ${counted(bytes, "byte")}.`,
    describeSecrets(secrets),
  ];
  return { json, text: lines.join("\n") };
}

const minCharacters = 16;
const maxBytes = 4096;

const howToCreate = "To create one, run: openssl rand -base64 32";

export const passphraseOption = [
  "--passphrase-file <file>",
  "file with the passphrase that encrypts the backup: UTF-8 text, without the last line break",
] as const;

async function readBytes(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--passphrase-file", `the file ${file} can't be read (${error.code}).`);
  });
  if (bytes.length > maxBytes)
    throw badRequest(
      "--passphrase-file",
      `the file has more than ${maxBytes} bytes. ${howToCreate}`,
    );
  return bytes;
}

const withoutLineBreak = (text: string) => text.replace(/\r?\n$/, "");

/** Decodes UTF-8 without its mark. Undefined for other bytes: several of them would become one text. */
function decode(bytes: Buffer): string | undefined {
  try {
    return withoutLineBreak(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function requireLength(passphrase: string): void {
  if (passphrase.length < minCharacters)
    throw badRequest(
      "--passphrase-file",
      `the file must contain ${minCharacters} to ${maxBytes} characters. ${howToCreate}`,
    );
}

/** Reads the passphrase that encrypts a backup. @throws BadRequest */
async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const passphrase = decode(await readBytes(file));
  if (passphrase === undefined)
    throw badRequest("--passphrase-file", `the file ${file} isn't UTF-8 text. ${howToCreate}`);
  requireLength(passphrase);
  return passphrase;
}

/**
 * Reads the passphrases that may open a backup: the text of the file, and what versions up to 0.2 read.
 * They kept a byte order mark, and took each byte that isn't UTF-8 for the same character. @throws BadRequest
 */
export async function readPassphrases(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readBytes(file);
  const older = withoutLineBreak(bytes.toString("utf8"));
  requireLength(older);
  return [...new Set([decode(bytes) ?? older, older])];
}

interface Options {
  passphraseFile?: string;
  json?: true;
}

function factsOf(config: DatabaseConfig) {
  const now = systemClock.now();
  const secrets = createSecrets(readSecret(config), config.previousSecret);
  return { id: createId(now), createdAt: now, version, secrets: secretFingerprints({ secrets }) };
}

async function backUp(file: string, { passphraseFile, ...options }: Options): Promise<void> {
  const passphrase = await readPassphrase(passphraseFile);
  // Doesn't migrate the database, unlike other commands: a backup changes nothing.
  await withDatabase(async (config) => {
    const { databaseUrl, installationFolder } = config;
    const folder = join(installationFolder, "prisma/migrations");
    // Before the snapshot: whatever was erased or revoked earlier is in it.
    const facts = factsOf(config);
    const snapshot = await openSnapshot({ databaseUrl, folder, tables: backupTables });
    try {
      const { rows, bytes } = await writeBackup(snapshot, facts, { file, passphrase });
      const isEncrypted = passphrase !== undefined;
      print(describeBackup({ ...facts, rows, isEncrypted, bytes }), options);
    } finally {
      await snapshot.close();
    }
  });
}

async function verifyFile(file: string, _own: Options, command: Command): Promise<void> {
  // `backup` has options of the same names, and takes them first.
  const { passphraseFile, ...options } = command.optsWithGlobals<Options>();
  const passphrases = await readPassphrases(passphraseFile);
  const source = { file, passphrases, tables: backupTables };
  const { header, rows, isEncrypted } = await readBackup(source);
  const { size } = await stat(file);
  print(describeBackup({ ...header, rows, isEncrypted, bytes: size }), options);
}

function declareVerify(parent: Command): void {
  parent
    .command("verify")
    .description("read a whole backup, and check that it is complete; needs no database")
    .argument("<file>", "the backup")
    .option(...passphraseOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "backup verify /backups/2026-12-01.keystead --passphrase-file /etc/keystead/passphrase",
      ),
    )
    .action(verifyFile);
}

/** `keystead backup` and `backup verify` */
export function declareBackup(program: Command): void {
  const backup = program
    .command("backup")
    .description(
      "write a snapshot of the database to a file, while the service runs; never contains the secret",
    )
    .argument("<file>", "the file to create")
    .option(...passphraseOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("backup /backups/2026-12-01.keystead --passphrase-file /etc/keystead/passphrase"),
    )
    .action(backUp);
  declareVerify(backup);
}
