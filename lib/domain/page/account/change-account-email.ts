import { z } from "zod";
import { requireEmail } from "@/lib/domain/base/email-address";
import type { SentCode } from "@/lib/domain/page/hosted/send-code";
import { createVisitorChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { findVisitor } from "@/lib/domain/sign-in/known-browser";
import { changeOwnEmail } from "@/lib/domain/user/email-change/change-own-email";
import { ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, requireAccountAccess } from "./account-session";
import { AccountRefusal } from "./decide-account-access";

/**
 * What the page stores between sending and checking the code. Sealed, and bound to the user instead of
 * the page, so that it survives a confirmation with a passkey in between.
 */
const PendingChange = z.object({
  tenancyId: z.string(),
  sub: z.string(),
  challengeId: z.string(),
  secret: z.string(),
});
type PendingChange = z.infer<typeof PendingChange>;

/** Opens a pending change. @throws InvalidToken when it is another user's or tenancy's */
async function openPendingChange(
  { secrets, tenancy }: AccountContext,
  { sub }: AccountSession,
  pending: string,
): Promise<PendingChange> {
  const opened = await secrets.open("email-change", pending).catch(() => null);
  const read = opened === null ? null : PendingChange.parse(JSON.parse(opened));
  if (read === null || read.tenancyId !== tenancy.id || read.sub !== sub)
    throw new ServiceError("@error/InvalidToken");
  return read;
}

/** What the code to a mailbox is for: to verify the user's present email, or to change to another. */
async function purposeOf(
  { db, tenancy }: AccountContext,
  { sub }: AccountSession,
  normalized: string,
): Promise<"verify-email" | "email-change"> {
  const user = await db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub } },
    select: { emailNormalized: true },
  });
  return user?.emailNormalized === normalized ? "verify-email" : "email-change";
}

/** @throws Forbidden */
function requireAccess(ctx: AccountContext, session: AccountSession): void {
  const verdict = accessOf(ctx, session, "change");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, session.sub);
}

interface EmailRequest {
  email: string;
  /** The pending change that this one replaces. */
  pending?: string | undefined;
  /** The sealed cookie of a known browser. */
  browserCookie?: string | undefined;
}

/**
 * Emails a code to the mailbox that a user wants to change to. Replies alike whether or not another
 * user owns it: only a reader of the mailbox learns that.
 * @throws Forbidden · InvalidEmail · ChallengeRateLimited · InvalidToken
 */
export async function sendEmailChangeCode(
  ctx: AccountContext,
  session: AccountSession,
  { email: typed, pending, browserCookie }: EmailRequest,
): Promise<SentCode> {
  requireAccess(ctx, session);
  const replaced =
    pending === undefined ? undefined : await openPendingChange(ctx, session, pending);
  const { shown, normalized } = requireEmail(typed);
  const { challenge } = await createVisitorChallenge(ctx, {
    purpose: await purposeOf(ctx, session, normalized),
    email: shown,
    locale: ctx.request.locale,
    sendEmail: true,
    visitor: await findVisitor(ctx, normalized, browserCookie),
  });
  if (replaced !== undefined) await deleteChallenge(ctx, replaced.challengeId);
  const { challengeId, secret } = challenge;
  const state: PendingChange = { tenancyId: ctx.tenancy.id, sub: session.sub, challengeId, secret };
  return {
    pending: await ctx.secrets.seal("email-change", JSON.stringify(state)),
    email: shown,
    digits: challenge.code.length,
    lifetimeSeconds: Math.floor((challenge.expiresAt - challenge.createdAt) / 1_000),
  };
}

/**
 * Checks the code and changes the user's email. The mailbox that it replaces gets a notice, whose link
 * undoes the change for seven days. A session that ends before the change has committed changes
 * nothing.
 * @returns the new email as displayed
 * @throws Forbidden · InvalidToken · as verifyChallenge · DuplicateEmail if another user owns the email
 */
export async function checkEmailChangeCode(
  ctx: AccountContext,
  session: AccountSession,
  { pending, code }: { pending: string; code: string },
): Promise<{ email: string }> {
  // First, so that a session without the right can't use up the code.
  requireAccess(ctx, session);
  const { challengeId, secret } = await openPendingChange(ctx, session, pending);
  const { challenge } = await verifyChallenge(ctx, { challengeId, secret, code });
  const email = await ctx.db.$transaction(async (tx) => {
    const { sub } = await requireAccountAccess(ctx, tx, session, "change");
    return changeOwnEmail(ctx, tx, { sub, email: challenge.email, locale: ctx.request.locale });
  });
  ctx.deliveries.wake(ctx.tenancy.id);
  return { email };
}
