import type { TenancyContext } from "@/lib/domain/base/context";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";

interface User {
  sub: string;
  emailNormalized: string | null;
}

/**
 * Returns the normalized email whose codes belong on the user's timeline; null without an email, or
 * if the user only claims one that another user owns.
 */
export async function findMailboxOf(
  ctx: TenancyContext,
  { sub, emailNormalized }: User,
): Promise<string | null> {
  if (emailNormalized === null) return null;
  const owner = await findEmailOwner(ctx, ctx.db, emailNormalized);
  return owner === null || owner.sub === sub ? emailNormalized : null;
}
