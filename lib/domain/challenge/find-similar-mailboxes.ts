import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { escapePattern } from "@/lib/domain/escape-pattern";
import { parseEmail } from "@/lib/domain/user/email";
import { intactParts, mostSimilar } from "@/lib/domain/user-search/similar-address";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type ChallengeFilter, isInRange } from "./find-challenges";

const Row = z.object({ email: z.string(), codes: z.int() });

type Period = Pick<ChallengeFilter, "fromMs" | "toMs">;

/** Groups a bounded number of the newest challenges by the mailboxes that share a part. */
export function similarStatement(tenancyId: string, address: string, period: Period): Prisma.Sql {
  const patterns = intactParts(address).map((part) => `%${escapePattern(part)}%`);
  return Prisma.sql`
    SELECT c."emailNormalized" AS "email", count(*)::int AS "codes"
    FROM (
      SELECT c."emailNormalized" FROM "Challenge" c
      WHERE c."tenancyId" = ${tenancyId} AND ${isInRange(period)}
      ORDER BY c."id" DESC LIMIT ${limits.searchedRows}
    ) c
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
