import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { badRequest, isServiceError } from "@/lib/errors";
import {
  BackupDamaged,
  BackupEnd,
  BackupHeader,
  type BackupTable,
  copyLine,
  endPrefix,
  headerPrefix,
} from "./backup-format";
import { BackupText } from "./backup-text";
import { ageMagic, decrypt } from "./passphrase-encryption";

const gzipMagic = Buffer.from([0x1f, 0x8b]);
const newline = 0x0a;

export interface StoredBackup {
  file: string;
  /** The texts that may have encrypted it. */
  passphrases?: readonly string[] | undefined;
  /** The tables that a backup can have. */
  tables: readonly { name: string }[];
}

/** Gets a backup in the order of the file. The default ignores everything. */
export interface BackupVisitor {
  header?(header: BackupHeader): Promise<void>;
  /** Must read all rows. @returns their number */
  rows?(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
}

export interface VerifiedBackup {
  header: BackupHeader;
  /** Rows by table. */
  rows: Record<string, number>;
  isEncrypted: boolean;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw badRequest("", `The file ${file} can't be read (${error.code}).`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMagic.length), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Finds out whether a file is encrypted. A passphrase for an unencrypted file is refused: an
 * attacker who replaced an encrypted backup could otherwise leave the encryption out.
 */
async function requirePassphrase({ file, passphrases }: StoredBackup): Promise<boolean> {
  const start = await readStart(file);
  const isEncrypted = start.equals(ageMagic);
  if (!isEncrypted && !start.subarray(0, gzipMagic.length).equals(gzipMagic))
    throw new BackupDamaged(`${file} isn't a backup of Keystead, or its start is damaged.`);
  if (isEncrypted && passphrases === undefined)
    throw badRequest("--passphrase-file", "the backup is encrypted. Name the passphrase's file.");
  if (!isEncrypted && passphrases !== undefined)
    throw badRequest(
      "--passphrase-file",
      "the backup isn't encrypted. If you made it with a passphrase, the file was replaced.",
    );
  return isEncrypted;
}

function parseLine<T>(line: string, prefix: string, schema: z.ZodType<T>): T {
  try {
    if (line.startsWith(prefix)) return schema.parse(JSON.parse(line.slice(prefix.length)));
  } catch {
    // Handled as any other line.
  }
  throw new BackupDamaged("The file has an unknown format, or it was changed.");
}

/** Counts rows: COPY escapes line ends within them. */
async function countRows(_table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const piece of rows)
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) count++;
  return count;
}

/**
 * Refuses a header that names another table than a backup can have, such as the sessions of operators or
 * one of the database itself.
 */
function requireKnownTables({ tables }: BackupHeader, known: StoredBackup["tables"]): void {
  const names = new Set<string>();
  for (const { name } of tables) {
    if (!known.some((table) => table.name === name))
      throw new BackupDamaged(`The file has the table ${name}, which no backup has.`);
    if (names.has(name)) throw new BackupDamaged(`The file has the table ${name} twice.`);
    names.add(name);
  }
}

async function readText(
  text: BackupText,
  known: StoredBackup["tables"],
  { header: visitHeader, rows: visitRows = countRows }: BackupVisitor,
): Promise<Pick<VerifiedBackup, "header" | "rows">> {
  const header = parseLine(await text.readLine(), headerPrefix, BackupHeader);
  requireKnownTables(header, known);
  await visitHeader?.(header);
  const rows: Record<string, number> = {};
  for (const table of header.tables) {
    if (`${await text.readLine()}\n` !== copyLine(table))
      throw new BackupDamaged(`The file doesn't have the table ${table.name} where it belongs.`);
    rows[table.name] = await visitRows(table, text.readRows());
  }
  const digest = text.digest();
  const end = parseLine(await text.readLine(), endPrefix, BackupEnd);
  if (!(await text.isAtEnd()))
    throw new BackupDamaged("The file has something after its last line.");
  if (end.sha256 !== digest) throw new BackupDamaged("The file's checksum doesn't match.");
  for (const { name } of header.tables)
    if (rows[name] !== end.rows[name])
      throw new BackupDamaged(`The table ${name} has ${rows[name]} of ${end.rows[name]} rows.`);
  return { header, rows };
}

/** zlib's errors have such codes. */
const isZlibError = (error: unknown) =>
  /^Z_|^ERR_ZLIB/.test(String((error as { code?: unknown } | null)?.code));

/**
 * Reads a whole backup, in bounded memory. A visitor must be able to undo what it did: only after the
 * last byte is it certain that nothing is missing.
 * @throws BackupDamaged · BadRequest for a wrong, missing or needless passphrase
 */
export async function readBackup(
  source: StoredBackup,
  visitor: BackupVisitor = {},
): Promise<VerifiedBackup> {
  const { file, passphrases, tables } = source;
  const isEncrypted = await requirePassphrase(source);
  async function* decrypted(stored: AsyncIterable<Uint8Array>) {
    yield* isEncrypted && passphrases !== undefined ? decrypt(stored, passphrases) : stored;
  }
  try {
    const read = await pipeline(
      createReadStream(file),
      decrypted,
      createGunzip({ chunkSize: 64 * 1024 }),
      (text: AsyncIterable<Uint8Array>) => readText(new BackupText(text), tables, visitor),
    );
    return { ...read, isEncrypted };
  } catch (error) {
    if (isServiceError(error) || !isZlibError(error)) throw error;
    throw new BackupDamaged("The file is truncated or damaged: it can't be decompressed.");
  }
}
