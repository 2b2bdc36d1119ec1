import type { TenancyContext } from "@/lib/domain/context";
import { updateProfile } from "@/lib/domain/user/update-user";
import { type AccountSession, requireAccountAccess } from "./account-session";

/**
 * Changes the user's own names.
 * @throws InvalidToken when the session has ended · Forbidden
 */
export async function changeAccountNames(
  ctx: TenancyContext,
  session: AccountSession,
  { givenName, familyName }: { givenName: string; familyName: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { sub } = await requireAccountAccess(ctx, tx, session, "change");
    await updateProfile(ctx, tx, sub, { givenName, familyName });
  });
}
