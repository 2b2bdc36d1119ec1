import { requireEmail } from "@/lib/domain/base/email-address";
import type { RefusedCode } from "@/lib/domain/base/metric";
import { noteFailure } from "@/lib/domain/record/counter/note-refusal";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { isCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import type { HostedContext } from "./hosted-request";
import { issueMailboxProof } from "./mailbox-proof";
import { openPendingCode } from "./send-code";

/**
 * The account of a verified mailbox:
 * - `known`: a user's, with or without room for another passkey
 * - `full`: a user's who has no room for another passkey, where a code alone doesn't sign in
 * - `disabled`: a disabled user's
 * - `new`: none yet, and the code creates one
 * - `none`: none, and the code creates none
 */
type ProvedAccount =
  | { kind: "known"; sub: string; hasRoom: boolean }
  | { kind: "full"; sub: string }
  | { kind: "disabled"; sub: string }
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
  /**
   * Of the account page: a code signs in to an existing account, whatever the tenancy's settings are,
   * and creates none.
   */
  opensAccount?: boolean;
}

/** Finds the user who owns the email. A user who only claims it may be a stranger (contract §5). */
async function findAccount(
  ctx: HostedContext,
  normalized: string,
  opensAccount: boolean,
): Promise<ProvedAccount> {
  const { selfServiceRegistration, isSystem } = ctx.tenancy;
  const owner = await findEmailOwner(ctx, ctx.db, normalized);
  if (owner === null)
    return { kind: selfServiceRegistration && !isSystem && !opensAccount ? "new" : "none" };
  const { sub } = owner;
  if (owner.disabledAt !== null) return { kind: "disabled", sub };
  const passkeys = await ctx.db.passkey.count({
    where: { tenancyId: ctx.tenancy.id, sub },
  });
  const hasRoom = passkeys < ctx.tenancy.passkeysPerUser;
  return hasRoom || opensAccount || isCodeSignIn(ctx)
    ? { kind: "known", sub, hasRoom }
    : { kind: "full", sub };
}

/** Whether users claim an email that none has verified. */
const isClaimed = async (ctx: HostedContext, emailNormalized: string) =>
  (await ctx.db.user.count({ where: { tenancyId: ctx.tenancy.id, emailNormalized } })) > 0;

/** Notes that a right code signs no one in: the page shows that as a result, not as an error. */
async function noteRefusedCode(
  ctx: HostedContext,
  account: Exclude<ProvedAccount, { kind: "known" | "new" }>,
  { email, challengeId }: { email: string; challengeId: string },
): Promise<void> {
  const reason: RefusedCode =
    account.kind === "disabled"
      ? "user-disabled"
      : account.kind === "full"
        ? "passkeys-full"
        : (await isClaimed(ctx, email))
          ? "email-not-verified"
          : "no-account";
  const who = "sub" in account ? { sub: account.sub } : { email };
  noteFailure(ctx, "sign-in.refused", `failure.Forbidden.${reason}`, { ...who, challengeId });
}

/**
 * Verifies an emailed code. Only a correct code reveals whether the mailbox has an account.
 * @throws InvalidToken · InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded ·
 * InvalidChallengeCode
 */
export async function checkCode(
  ctx: HostedContext,
  { pending, code, opensAccount = false }: EnteredCode,
): Promise<CheckedCode> {
  const { challengeId, secret, givenName, familyName } = await openPendingCode(ctx, pending);
  const { challenge } = await verifyChallenge(ctx, { challengeId, secret, code });
  const { email } = challenge;
  const proof = await issueMailboxProof(ctx, { challengeId, email, givenName, familyName });
  const { normalized } = requireEmail(email);
  const account = await findAccount(ctx, normalized, opensAccount);
  if (account.kind !== "known" && account.kind !== "new")
    await noteRefusedCode(ctx, account, { email: normalized, challengeId });
  return { proof, email, account };
}
