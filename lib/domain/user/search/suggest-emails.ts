import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { limits } from "@/lib/limits";
import { findMatchingSubs } from "./find-matching-subs";
import { intactParts, mostSimilar } from "./similar-address";

/**
 * Returns emails of users that look like a mistyped address, the most similar first. Searches for
 * parts of the address with the index of user searches, and compares a bounded number of users.
 * Returns [] for a text that isn't an address.
 */
export async function suggestEmails(
  ctx: TenancyContext,
  { text, rows }: { text: string; rows: number },
): Promise<string[]> {
  const address = parseEmail(text)?.normalized;
  if (address === undefined) return [];
  const tenancyId = ctx.tenancy.id;
  const found = await Promise.all(
    intactParts(address).map((part) =>
      findMatchingSubs(ctx, { tenancyId, text: part, rows: limits.suggestedFrom }),
    ),
  );
  const users = await ctx.db.user.findMany({
    where: { tenancyId, sub: { in: [...new Set(found.flat())] }, email: { not: "" } },
    select: { email: true },
  });
  const emails = [...new Set(users.map(({ email }) => email))];
  return mostSimilar(
    emails.map((email) => ({ email })),
    address,
    rows,
  ).map(({ email }) => email);
}
