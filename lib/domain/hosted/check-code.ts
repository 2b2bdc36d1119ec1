import { verifyChallenge } from "@/lib/domain/challenge/verify-challenge";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import type { HostedContext } from "./hosted-request";
import { issueMailboxProof } from "./mailbox-proof";
import { openPendingCode } from "./send-code";

/**
 * Whose mailbox it is: a user's, who may or may not have room for another passkey; nobody's yet; or
 * nobody's, in a tenancy where nobody may register.
 */
type ProvedAccount =
  | { kind: "known"; sub: string; hasRoom: boolean }
  | { kind: "disabled" }
  | { kind: "new" }
  | { kind: "none" };

export interface CheckedCode {
  /** Good for one sign-in or registration, ten minutes. */
  proof: string;
  email: string;
  account: ProvedAccount;
}

/** Only a held email finds somebody: whoever merely claimed it may be a stranger (contract §5). */
async function findAccount(ctx: HostedContext, email: string): Promise<ProvedAccount> {
  const owner = await findEmailOwner(ctx, ctx.db, requireEmail(email).normalized);
  if (owner === null)
    return { kind: ctx.tenancy.selfServiceRegistration && !ctx.tenancy.isSystem ? "new" : "none" };
  if (owner.disabledAt !== null) return { kind: "disabled" };
  const passkeys = await ctx.db.passkey.count({
    where: { tenancyId: ctx.tenancy.id, sub: owner.sub },
  });
  return { kind: "known", sub: owner.sub, hasRoom: passkeys < ctx.tenancy.passkeysPerUser };
}

/**
 * Verifies the code, and tells whoever proved the mailbox, and nobody else, whether it has an
 * account.
 * @throws InvalidToken · InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded ·
 * InvalidChallengeCode
 */
export async function checkCode(
  ctx: HostedContext,
  { pending, code }: { pending: string; code: string },
): Promise<CheckedCode> {
  const { challengeId, secret, givenName, familyName } = await openPendingCode(ctx, pending);
  const { challenge } = await verifyChallenge(ctx, { challengeId, secret, code });
  const { email } = challenge;
  return {
    proof: await issueMailboxProof(ctx, { challengeId, email, givenName, familyName }),
    email,
    account: await findAccount(ctx, email),
  };
}
