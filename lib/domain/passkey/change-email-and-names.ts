import type { TenancyContext } from "@/lib/domain/base/context";
import { changeEmail } from "@/lib/domain/user/change-email";
import { renamePasskeysOf } from "./rename-passkeys";

interface Change {
  sub: string;
  email: string;
  emailVerified: boolean;
  /** Whether to rename the user's passkeys to the email. Ignored if the email is empty. */
  renamePasskeys: boolean;
}

/**
 * Changes a user's email and optionally renames their passkeys to it, in one transaction. Devices
 * show the old name until the application signals the new one.
 * @throws NotFound · InvalidEmail · DuplicateEmail when another user owns the email
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
