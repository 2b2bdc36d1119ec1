import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { Prisma } from "@/prisma/generated/client";
import { foldedText } from "./folded-text";

const foldedPart = Prisma.raw(foldedText("p"));

/** Condition: a folded text contains all parts. The database folds them, as it does in the index. */
export const containsParts = (folded: Prisma.Sql, parts: readonly string[]): Prisma.Sql => {
  const patterns = parts.map((part) => `%${escapePattern(part)}%`);
  return Prisma.sql`
    ${folded} LIKE ALL (ARRAY(SELECT ${foldedPart} FROM unnest(${patterns}::text[]) AS p))`;
};

/** Condition: a folded text starts with another. */
export const startsWithPart = (folded: Prisma.Sql, part: string): Prisma.Sql =>
  Prisma.sql`starts_with(${folded}, (SELECT ${foldedPart} FROM (SELECT ${part}::text AS p) q))`;
