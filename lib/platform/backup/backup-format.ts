import { z } from "zod";

/**
 * A backup is the data part of a plain-text dump, as psql reads it: comments, COPY statements and their
 * rows. It is compressed with gzip, then encrypted with age if there is a passphrase, so
 * `age -d backup | gunzip` shows it without Keystead.
 *
 *     -- Keystead backup {header}
 *     COPY "Tenancy" ("id", …) FROM stdin;
 *     …rows…
 *     \.
 *     -- End of backup {end}
 */

const columnName = z.string().regex(/^\w{1,63}$/);

const BackupTable = z.object({ name: columnName, columns: z.array(columnName).min(1) });
export type BackupTable = z.infer<typeof BackupTable>;

/** What a backup says about itself. */
export const BackupHeader = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-z]{26}$/),
  /** When the snapshot was taken, in ms. */
  createdAt: z.int().nonnegative(),
  /** Of the Keystead that made it. */
  version: z.string(),
  /** Applied migrations, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Fingerprints of the secrets that open its encrypted values: the current and the previous one. */
  secrets: z.array(z.string()),
  tables: z.array(BackupTable),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const BackupEnd = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int().nonnegative()),
  /** SHA-256, hex, of everything before the last line. */
  sha256: z.string(),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

export const headerPrefix = "-- Keystead backup ";
export const endPrefix = "-- End of backup ";
export const endOfRows = "\\.\n";

const quoted = (name: string) => `"${name}"`;

/** Returns the columns of a table as SQL. */
export const columnList = ({ columns }: BackupTable): string => columns.map(quoted).join(", ");

/** Returns the line before a table's rows. */
export const copyLine = (table: BackupTable): string =>
  `COPY ${quoted(table.name)} (${columnList(table)}) FROM stdin;\n`;

/** The file isn't a whole backup: it is damaged, truncated or changed, or not a backup at all. */
export class BackupDamaged extends Error {
  override name = "BackupDamaged";
}
