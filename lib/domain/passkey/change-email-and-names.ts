import type { TenancyContext } from "@/lib/domain/context";
import { changeEmail } from "@/lib/domain/user/change-email";
import { renamePasskeysOf } from "./rename-passkeys";

interface Change {
  sub: string;
  email: string;
  emailVerified: boolean;
  /**
   * Whether the user's passkeys take the email as their username; passed over when there is none.
   */
  renamePasskeys: boolean;
}

/**
 * Gives a user another email and, where asked for, their passkeys the same name; together or not at
 * all. Devices show the old name until the application signals the new one.
 * @throws NotFound · InvalidEmail · DuplicateEmail when another user holds it
 */
export async function changeEmailAndNames(
  ctx: TenancyContext,
  { renamePasskeys, ...change }: Change,
): Promise<{ email: string; renamed: number }> {
  return ctx.db.$transaction(async (tx) => {
    const email = await changeEmail(ctx, tx, change);
    const renamed =
      renamePasskeys && email !== ""
        ? await renamePasskeysOf(ctx, tx, change.sub, { username: email })
        : [];
    return { email, renamed: renamed.length };
  });
}
