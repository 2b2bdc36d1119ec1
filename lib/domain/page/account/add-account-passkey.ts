import type { RegistrationOptions, VerifyRegistration } from "@/lib/contract/registration";
import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable } from "@/lib/domain/base/context";
import { bindingOf } from "@/lib/domain/page/hosted/hosted-request";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { needsProof } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { beginRegistration } from "@/lib/domain/sign-in/ceremony/create-registration-options";
import { completeRegistration } from "@/lib/domain/sign-in/ceremony/verify-registration";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, requireAccountAccess } from "./account-session";
import { AccountRefusal } from "./decide-account-access";
import { openAccountSession, type OpenedSession } from "./open-account-session";

/** Names the account in a registration session: it is no other user's, and not of another page. */
const proofOf = ({ sub }: AccountSession) => `account ${sub}`;

const bindingFor = (ctx: AccountContext, session: AccountSession) => ({
  ...bindingOf(ctx),
  account: proofOf(session),
});

/**
 * Creates creation options for the session's own user.
 * @throws Forbidden · ProofRequired without a code, if the tenancy requires one · BadRequest when the
 * user has as many passkeys as allowed
 */
export async function createAccountPasskeyOptions(
  ctx: AccountContext,
  session: AccountSession,
): Promise<RegistrationOptions> {
  const verdict = accessOf(ctx, session, "add");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, session.sub);
  const { sub, email, givenName, familyName, userId, isMailboxProved } = session;
  const { tenancy, rpId } = ctx;
  const username = email === "" ? displayNameOf({ givenName, familyName }, sub) : email;
  const intent = {
    selfService: false,
    userId: userId ?? sub,
    username,
    displayName: displayNameOf({ givenName, familyName }, username),
    // Checked again when the passkey is written, which spends the code.
    ...(isMailboxProved ? { provedSub: sub } : {}),
    rpId,
    rpName: tenancy.rpName,
    userVerification: tenancy.userVerification,
    excludeCredentials: [],
    timeoutMs: lifetimes.ceremonyTimeoutMs,
  };
  return beginRegistration(ctx, intent, { apiKeyId: null, hosted: bindingFor(ctx, session) });
}

/**
 * Spends the session's code in the transaction that writes the passkey. Of several concurrent
 * registrations one gets it.
 * @throws ProofRequired if the tenancy requires a code and there is none
 */
async function spendMailboxProof(
  ctx: AccountContext,
  tx: Queryable,
  session: AccountSession,
): Promise<void> {
  const where = { tenancyId: ctx.tenancy.id, sub: session.sub };
  if (!needsProof(ctx, await tx.passkey.count({ where }))) return;
  if (!session.isMailboxProved)
    throw new ServiceError("@error/ProofRequired", {}).about({ sub: session.sub });
  const { count } = await tx.accountSession.updateMany({
    where: { ...where, hash: session.hash, challengeId: session.challengeId },
    data: { challengeId: null },
  });
  if (count === 0) throw new ServiceError("@error/ProofRequired", {}).about({ sub: session.sub });
}

export interface AddedPasskey {
  passkeyId: string;
  /** Until when it can't sign in (ms); 0 if it can. */
  quarantinedUntil: number;
  /** Replaces a session that began with a code. */
  opened: OpenedSession | undefined;
}

/**
 * Adds a passkey to the session's own user. The user's first passkey replaces a session that began
 * with a code: the user has just proved that they have it.
 * @throws Forbidden · InvalidToken when the session has ended · ProofRequired · as
 * completeRegistration
 */
export async function addAccountPasskey(
  ctx: AccountContext,
  session: AccountSession,
  body: VerifyRegistration,
): Promise<AddedPasskey> {
  const { passkeyId, quarantinedUntil, code } = await completeRegistration(ctx, body, {
    ...bindingFor(ctx, session),
    // The user's row stays locked until the passkey is written.
    spendProof: async (tx) =>
      spendMailboxProof(ctx, tx, await requireAccountAccess(ctx, tx, session, "add")),
  });
  const isFirst = session.passkeyId === null;
  const tenancyId = ctx.tenancy.id;
  const opened = await ctx.db.$transaction(async (tx) => {
    // The page needs no code, and none can be exchanged without the page's verifier.
    await tx.oneTimeToken.deleteMany({ where: { tenancyId, hash: code.hash } });
    if (!isFirst) return undefined;
    const { count } = await tx.accountSession.deleteMany({
      where: { tenancyId, hash: session.hash },
    });
    if (count === 0) throw new ServiceError("@error/InvalidToken");
    // Other sessions that began with a code may be a thief's.
    await endAccountSessions(ctx, tx, { byCodeOf: session.sub });
    return openAccountSession(ctx, tx, {
      sub: session.sub,
      passkeyId,
      isThisDevice: body.response.authenticatorAttachment === "platform",
    });
  });
  return { passkeyId, quarantinedUntil: quarantinedUntil?.getTime() ?? 0, opened };
}
