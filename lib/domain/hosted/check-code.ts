import { verifyChallenge } from "@/lib/domain/challenge/verify-challenge";
import { noteRefusal } from "@/lib/domain/counter/note-refusal";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import type { HostedContext } from "./hosted-request";
import { issueMailboxProof } from "./mailbox-proof";
import { isCodeSignIn } from "./require-code-sign-in";
import { openPendingCode } from "./send-code";

/**
 * The account of a verified mailbox: a user's (`known`, with or without room for another passkey),
 * a disabled user's, none yet (`new`), or none in a tenancy without self-service registration
 * (`none`). `full` is a user's without room where a code doesn't sign in.
 */
type ProvedAccount =
  | { kind: "known"; sub: string; hasRoom: boolean }
  | { kind: "full" }
  | { kind: "disabled" }
  | { kind: "new" }
  | { kind: "none" };

export interface CheckedCode {
  /** Allows one sign-in or registration. Expires in ten minutes. */
  proof: string;
  email: string;
  account: ProvedAccount;
}

interface EnteredCode {
  pending: string;
  code: string;
  /** Whether a code signs in on the caller's page. Default: the tenancy's setting. */
  codesSignIn?: boolean;
}

/** Finds the user who owns the email. A user who only claims it may be a stranger (contract §5). */
async function findAccount(
  ctx: HostedContext,
  email: string,
  codesSignIn: boolean,
): Promise<ProvedAccount> {
  const owner = await findEmailOwner(ctx, ctx.db, requireEmail(email).normalized);
  if (owner === null)
    return { kind: ctx.tenancy.selfServiceRegistration && !ctx.tenancy.isSystem ? "new" : "none" };
  if (owner.disabledAt !== null) return { kind: "disabled" };
  const passkeys = await ctx.db.passkey.count({
    where: { tenancyId: ctx.tenancy.id, sub: owner.sub },
  });
  const hasRoom = passkeys < ctx.tenancy.passkeysPerUser;
  return hasRoom || codesSignIn ? { kind: "known", sub: owner.sub, hasRoom } : { kind: "full" };
}

/**
 * Verifies an emailed code. Only a correct code reveals whether the mailbox has an account.
 * @throws InvalidToken · InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded ·
 * InvalidChallengeCode
 */
export async function checkCode(
  ctx: HostedContext,
  { pending, code, codesSignIn = isCodeSignIn(ctx) }: EnteredCode,
): Promise<CheckedCode> {
  const { challengeId, secret, givenName, familyName } = await openPendingCode(ctx, pending);
  const { challenge } = await verifyChallenge(ctx, { challengeId, secret, code });
  const { email } = challenge;
  const proof = await issueMailboxProof(ctx, { challengeId, email, givenName, familyName });
  const account = await findAccount(ctx, email, codesSignIn);
  // The page shows it as the result of a right code, but the visitor can't sign in.
  if (account.kind !== "known" && account.kind !== "new") {
    const { normalized } = requireEmail(email);
    const refusal = new ServiceError("@error/Forbidden").about({ email: normalized, challengeId });
    noteRefusal(ctx, "sign-in.refused", refusal);
  }
  return { proof, email, account };
}
