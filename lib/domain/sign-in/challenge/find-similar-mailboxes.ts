import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { newestRows, type Span } from "@/lib/domain/base/newest-rows";
import { intactParts, mostSimilar } from "@/lib/domain/user/search/similar-address";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

const Row = z.object({ email: z.string(), codes: z.int() });

type Period = Pick<Span, "fromMs" | "toMs">;

/** Groups a bounded number of the newest challenges by the mailboxes that share a part. */
export function similarStatement(tenancyId: string, address: string, period: Period): Prisma.Sql {
  const patterns = intactParts(address).map((part) => `%${escapePattern(part)}%`);
  const newest = newestRows({ table: "Challenge", tenancyId, ...period });
  return Prisma.sql`
    SELECT c."emailNormalized" AS "email", count(*)::int AS "codes"
    FROM (${newest(limits.searchedRows)}) c
    WHERE c."emailNormalized" LIKE ANY (${patterns}::text[]) AND c."emailNormalized" <> ${address}
    GROUP BY 1 ORDER BY 2 DESC LIMIT ${limits.suggestedFrom}`;
}

/**
 * Returns mailboxes like an address that codes were requested for, the most similar first, and how
 * many. The user may have mistyped the address. [] for a text that isn't an address. Raw, because
 * Prisma can't group what a limited query returns.
 */
export async function findSimilarMailboxes(
  ctx: TenancyContext,
  { text, rows, ...period }: { text: string; rows: number } & Period,
): Promise<z.infer<typeof Row>[]> {
  const address = parseEmail(text)?.normalized;
  if (address === undefined) return [];
  const found = await ctx.db.query(Row)(similarStatement(ctx.tenancy.id, address, period));
  return mostSimilar(found, address, rows);
}
