import type { Queryable } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

interface Rows {
  User: Prisma.UserCreateManyInput;
  Passkey: Prisma.PasskeyCreateManyInput;
  UserHandle: Prisma.UserHandleCreateManyInput;
}

/** Returns a field's column. One is older than the field's name. */
const columnOf = (field: string) => (field === "emailOwned" ? "emailVouched" : field);

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  // Truncated text can end in half a surrogate pair, which jsonb refuses.
  return typeof value === "string" ? value.toWellFormed() : value;
}

/**
 * Inserts rows with the same columns and skips those that conflict. All rows are one parameter,
 * because Prisma's createMany compiles one per value, which blocks this process for longer than the
 * insert takes.
 * @returns the number of inserted rows
 */
export async function insertNew<T extends keyof Rows>(
  tx: Queryable,
  table: T,
  rows: Rows[T][],
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const columns = Prisma.raw(
    Object.keys(first)
      .map((field) => `"${columnOf(field)}"`)
      .join(", "),
  );
  const encoded = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [columnOf(field), toJson(value)]),
    ),
  );
  const name = Prisma.raw(`"${table}"`);
  return tx.$executeRaw`
    INSERT INTO ${name} (${columns})
    SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(encoded)}::jsonb)
    ON CONFLICT DO NOTHING`;
}
