import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { badRequest } from "@/lib/errors";
import {
  type BackupEnd,
  type BackupHeader,
  copyLine,
  endOfRows,
  endPrefix,
  headerPrefix,
} from "./backup-format";
import type { Snapshot } from "./open-snapshot";
import { encrypt } from "./passphrase-encryption";

interface BackupFile {
  file: string;
  passphrase?: string | undefined;
}

export interface WrittenBackup {
  /** Rows by table. */
  rows: Record<string, number>;
  bytes: number;
}

/** What the file says beyond the snapshot. */
export type BackupFacts = Pick<BackupHeader, "id" | "createdAt" | "version" | "secrets">;

const headerOf = ({ migrations, tables }: Snapshot, facts: BackupFacts): BackupHeader => ({
  format: 1,
  ...facts,
  migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
  tables: tables.map(({ name, columns }) => ({ name, columns })),
});

/** Yields the text of a backup, and counts its rows in `rows`. */
async function* textOf(
  snapshot: Snapshot,
  header: BackupHeader,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (piece: Buffer) => {
    hash.update(piece);
    return piece;
  };
  yield hashed(Buffer.from(`${headerPrefix}${JSON.stringify(header)}\n`));
  for (const table of snapshot.tables) {
    yield hashed(Buffer.from(copyLine(table)));
    const copied = snapshot.copy(table);
    for await (const piece of copied as AsyncIterable<Buffer>) yield hashed(piece);
    rows[table.name] = copied.rowCount;
    yield hashed(Buffer.from(endOfRows));
  }
  const end: BackupEnd = { rows, sha256: hash.digest("hex") };
  yield Buffer.from(`${endPrefix}${JSON.stringify(end)}\n`);
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  ["open", "write", "fsync", "rename"].includes((error as NodeJS.ErrnoException).syscall ?? "");

function explain(error: unknown, unfinished: string): unknown {
  if (!isFileError(error)) return error;
  return badRequest(
    "",
    error.code === "EEXIST"
      ? `${unfinished} exists. Another backup is writing it, or was interrupted. Then delete it.`
      : `The file ${unfinished} can't be written (${error.code}).`,
  );
}

/**
 * Writes a snapshot to a new file, in bounded memory. The file appears under its name when it is
 * complete and on disk.
 * @throws BadRequest if the file exists or can't be written
 */
export async function writeBackup(
  snapshot: Snapshot,
  facts: BackupFacts,
  { file, passphrase }: BackupFile,
): Promise<WrittenBackup> {
  if (await exists(file))
    throw badRequest("", `${file} exists. Choose another name: a backup never replaces a file.`);
  const unfinished = `${file}.unfinished`;
  const rows: Record<string, number> = {};
  async function* encrypted(compressed: AsyncIterable<Uint8Array>) {
    yield* passphrase === undefined ? compressed : encrypt(compressed, passphrase);
  }
  const output = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  try {
    await pipeline(
      textOf(snapshot, headerOf(snapshot, facts), rows),
      createGzip(),
      encrypted,
      output,
    );
    await rename(unfinished, file);
    return { rows, bytes: output.bytesWritten };
  } catch (error) {
    // Not a file that it couldn't open: another run may be writing it.
    if (!output.pending) await rm(unfinished, { force: true });
    throw explain(error, unfinished);
  }
}
