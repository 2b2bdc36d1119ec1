import type { TenancyContext } from "@/lib/domain/base/context";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { readUserMailbox } from "./read-user-mailbox";
import { type SignInSummary, summarizeSignIn } from "./summarize-sign-in";

/** Reads a user and says whether and how they can sign in, as their page does. Null without the user. */
export async function findSignInSummary(
  ctx: TenancyContext,
  sub: string,
): Promise<SignInSummary | null> {
  const user = await findUserProfile(ctx, sub);
  if (user === null) return null;
  const passkeys = await judgeRecords(ctx, await listPasskeyRecordsOf(ctx, user.sub));
  return summarizeSignIn(ctx, { user, passkeys, ...(await readUserMailbox(ctx, user)) });
}
