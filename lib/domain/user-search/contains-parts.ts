import { escapePattern } from "@/lib/domain/escape-pattern";
import { Prisma } from "@/prisma/generated/client";

/** Condition: a text in lower case contains all parts. Uses the database's `lower`, as the index does. */
export const containsParts = (text: Prisma.Sql, parts: readonly string[]): Prisma.Sql => {
  const patterns = parts.map((part) => `%${escapePattern(part)}%`);
  return Prisma.sql`
    ${text} LIKE ALL (ARRAY(SELECT lower(p) FROM unnest(${patterns}::text[]) AS p))`;
};
