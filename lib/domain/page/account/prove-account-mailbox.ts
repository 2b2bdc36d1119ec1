import {
  openPendingCode,
  type PendingCode,
  type SentCode,
} from "@/lib/domain/page/hosted/send-code";
import { createVisitorChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { findVisitor } from "@/lib/domain/sign-in/known-browser";
import { ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, ownsEmail } from "./account-session";
import { AccountRefusal } from "./decide-account-access";

const purpose = "add-passkey";

function requireAccess(ctx: AccountContext, session: AccountSession): void {
  const verdict = accessOf(ctx, session, "add");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, session.sub);
}

/**
 * Emails a code to the user's current mailbox, which proves that they want another passkey.
 * @throws Forbidden, also without an owned email · ChallengeRateLimited · InvalidToken
 */
export async function sendMailboxProof(
  ctx: AccountContext,
  session: AccountSession,
  {
    pending,
    browserCookie,
  }: { pending?: string | undefined; browserCookie?: string | undefined } = {},
): Promise<SentCode> {
  requireAccess(ctx, session);
  const { email, emailNormalized, sub } = session;
  if (emailNormalized === null || !ownsEmail(session))
    throw new ServiceError("@error/Forbidden", undefined, "This account has no email.").about({
      sub,
    });
  const replaced = pending === undefined ? undefined : await openPendingCode(ctx, pending);
  const { challenge } = await createVisitorChallenge(ctx, {
    purpose,
    email,
    locale: ctx.request.locale,
    sendEmail: true,
    visitor: await findVisitor(ctx, emailNormalized, browserCookie),
  });
  if (replaced !== undefined) await deleteChallenge(ctx, replaced.challengeId);
  const { challengeId, secret } = challenge;
  const state: PendingCode = {
    tenancyId: ctx.tenancy.id,
    codeChallenge: ctx.request.codeChallenge,
    challengeId,
    secret,
  };
  return {
    pending: await ctx.secrets.seal("hosted-code", JSON.stringify(state)),
    email,
    digits: challenge.code.length,
    lifetimeSeconds: Math.floor((challenge.expiresAt - challenge.createdAt) / 1_000),
  };
}

/**
 * Checks the code and stores in the session that the mailbox is proved, for one passkey.
 * @throws Forbidden · InvalidToken · as verifyChallenge
 */
export async function checkMailboxProof(
  ctx: AccountContext,
  session: AccountSession,
  { pending, code }: { pending: string; code: string },
): Promise<void> {
  requireAccess(ctx, session);
  const { challengeId, secret } = await openPendingCode(ctx, pending);
  const { challenge } = await verifyChallenge(ctx, { challengeId, secret, code });
  // A code for signing in is no proof that the user wants a passkey.
  if (challenge.purpose !== purpose)
    throw new ServiceError("@error/InvalidChallenge").about({ challengeId });
  const { count } = await ctx.db.accountSession.updateMany({
    where: { tenancyId: ctx.tenancy.id, sub: session.sub, hash: session.hash },
    data: { challengeId },
  });
  if (count === 0) throw new ServiceError("@error/InvalidToken");
}
