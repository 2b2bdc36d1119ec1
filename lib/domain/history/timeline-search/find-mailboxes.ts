import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { foldedText } from "@/lib/domain/user/search/folded-text";
import { cleanSearchText, searchWordsOf } from "@/lib/domain/user/search/search-words";
import { containsParts } from "@/lib/domain/user/search/text-conditions";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** The mailbox of an event `e` as searches compare it. */
export const foldedMailbox = Prisma.raw(foldedText('e."email"'));

/**
 * Finds mailboxes that contain a text of three characters or more, among the newest events. Users
 * may have them or not. Raw: reads a bounded number of events by index.
 */
export async function findMailboxes(
  ctx: TenancyContext,
  { text, rows }: { text: string; rows: number },
): Promise<string[]> {
  const { parts } = searchWordsOf(cleanSearchText(text));
  if (parts.length === 0) return [];
  const newest = newestRows({ table: "TimelineEvent", tenancyId: ctx.tenancy.id });
  const found = await ctx.db.query(z.object({ email: z.string() }))`
    SELECT DISTINCT e."email" FROM (${newest(limits.searchedRows)}) e
    WHERE ${containsParts(foldedMailbox, parts)} LIMIT ${rows}`;
  return found.map(({ email }) => email);
}
