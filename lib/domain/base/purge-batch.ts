import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { Queryable } from "./context";

/** A table's name. Those of emails are older than their models' names. */
type Table = Exclude<Prisma.ModelName, "OutboxEmail" | "InboxEmail"> | "OutboxMail" | "InboxMail";

/**
 * Deletes a batch of the rows that meet a condition, except those that another transaction has
 * locked. Raw, because Prisma can neither limit a DELETE nor skip locked rows.
 * @returns the number of deleted rows; `limits.purgeBatchRows` if there may be more
 */
export function purgeBatch(db: Queryable, table: Table, condition: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return db.$executeRaw`
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE ${condition}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
}

/** Deletes a batch of the rows whose time in `column` is earlier than `beforeMs`, oldest first. */
export function purgeBefore(
  db: Queryable,
  table: Table,
  column: string,
  beforeMs: number,
): Promise<number> {
  const time = Prisma.raw(`"${column}"`);
  return purgeBatch(db, table, Prisma.sql`${time} < ${new Date(beforeMs)} ORDER BY ${time}`);
}
