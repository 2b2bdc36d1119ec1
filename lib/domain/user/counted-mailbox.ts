import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { Prisma } from "@/prisma/generated/client";

// Most email servers deliver user+tag@ to user@. Limits therefore count both as one mailbox. Identity
// never does: to some servers they are two people.

const withTag = String.raw`^([^+@]+)\+[^@]*@`;

/**
 * Returns the mailbox that limits count for an address: the address without its tag.
 * @param email normalized
 */
export const countedMailbox = (email: string): string =>
  email.replace(new RegExp(withTag, "u"), "$1@");

/** The same of a column. */
export const countedMailboxOf = (email: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`regexp_replace(${email}, ${withTag}, ${String.raw`\1@`})`;

/** Pattern for LIKE: the addresses with a tag that count as this mailbox. */
export function taggedPattern(mailbox: string): string {
  const at = mailbox.lastIndexOf("@");
  return `${escapePattern(mailbox.slice(0, at))}+%${escapePattern(mailbox.slice(at))}`;
}
