import type { TenancyContext } from "@/lib/domain/base/context";
import { findSimilarMailboxes } from "./find-similar-mailboxes";

/**
 * Returns mailboxes like a user's email that codes were requested for and that no user has, the
 * most similar first. The user has probably mistyped the email.
 * @param email normalized
 */
export async function findMistypedMailboxes(
  ctx: TenancyContext,
  { email, rows }: { email: string; rows: number },
): Promise<{ email: string; codes: number }[]> {
  const similar = await findSimilarMailboxes(ctx, { text: email, rows });
  if (similar.length === 0) return [];
  const users = await ctx.db.user.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: { in: similar.map((mailbox) => mailbox.email) },
    },
    select: { emailNormalized: true },
  });
  const known = new Set(users.map(({ emailNormalized }) => emailNormalized));
  return similar.filter((mailbox) => !known.has(mailbox.email));
}
