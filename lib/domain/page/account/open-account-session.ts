import type { VerifyAuthentication } from "@/lib/contract/authentication";
import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { bindingOf } from "@/lib/domain/page/hosted/hosted-request";
import { consumeMailboxProof } from "@/lib/domain/page/hosted/mailbox-proof";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { completeAuthentication } from "@/lib/domain/sign-in/ceremony/verify-authentication";
import { consumeCode } from "@/lib/domain/sign-in/principal/consume-code";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { lockEnabledUser } from "@/lib/domain/user/lock-user";
import { ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { type AccountSession, lockAccountSession } from "./account-session";

interface NewSession {
  sub: string;
  passkeyId?: string;
  isThisDevice?: boolean;
  challengeId?: string;
}

/** A new session. The database stores only the hash of the cookie. */
export interface OpenedSession {
  sub: string;
  cookie: string;
  hash: Buffer<ArrayBuffer>;
}

/** Creates a session in the caller's transaction. With a passkey, it has just been used. */
export async function openAccountSession(
  ctx: TenancyContext,
  tx: Queryable,
  session: NewSession,
): Promise<OpenedSession> {
  const cookie = createSecretValue();
  const hash = hashSecretValue(cookie);
  const now = new Date(ctx.clock.now());
  await tx.accountSession.create({
    data: {
      ...session,
      tenancyId: ctx.tenancy.id,
      hash,
      createdAt: now,
      lastSeenAt: now,
      steppedUpAt: session.passkeyId === undefined ? null : now,
    },
  });
  return { sub: session.sub, cookie, hash };
}

const recordOpened = (ctx: TenancyContext, tx: Queryable, sub: string) =>
  recordAudit(ctx, tx, { action: "user.account-opened", target: { kind: "user", id: sub } });

/**
 * Ends a session that a new one replaces, and returns its proof of the mailbox, unless that was spent
 * meanwhile.
 * @throws InvalidToken when it has ended
 */
async function replaceSession(
  ctx: TenancyContext,
  tx: Queryable,
  replaced: AccountSession,
): Promise<Pick<NewSession, "challengeId">> {
  const { hash, isMailboxProved, challengeId } = await lockAccountSession(ctx, tx, replaced);
  await tx.accountSession.deleteMany({ where: { tenancyId: ctx.tenancy.id, hash } });
  return isMailboxProved && challengeId !== null ? { challengeId } : {};
}

/**
 * Signs in with a passkey, or confirms a session with one. Every use of a passkey replaces the session
 * and its cookie, so a session that began with a code never gains a passkey's rights.
 * @param confirmed the session to confirm; the passkey must be its user's
 * @throws as completeAuthentication · Forbidden for another user's passkey
 */
export async function openByPasskey(
  ctx: AccountContext,
  uncounted: UncountedRequest,
  { confirmed, ...body }: VerifyAuthentication & { confirmed?: AccountSession | undefined },
): Promise<OpenedSession> {
  const { code, user } = await completeAuthentication(ctx, uncounted, body, bindingOf(ctx));
  return ctx.db.$transaction(async (tx) => {
    // Before the code: erasing a user locks in this order, too.
    await lockEnabledUser(ctx, tx, user.sub);
    const { sub, passkeyId } = await consumeCode(ctx, code.code, {
      verifier: ctx.ticket.verifier,
      refusesQuarantined: true,
      transaction: tx,
    });
    if (passkeyId === null || sub !== user.sub) throw new ServiceError("@error/InvalidToken");
    let proof: Pick<NewSession, "challengeId"> = {};
    if (confirmed === undefined) await recordOpened(ctx, tx, sub);
    else if (sub === confirmed.sub) proof = await replaceSession(ctx, tx, confirmed);
    else
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This passkey belongs to another account.",
      ).about({ sub: confirmed.sub });
    return openAccountSession(ctx, tx, {
      sub,
      passkeyId,
      isThisDevice: body.response.authenticatorAttachment === "platform",
      ...proof,
    });
  });
}

/**
 * Signs in the owner of a verified mailbox. Creates no user.
 * @throws InvalidToken · Forbidden when the user is disabled
 */
export async function openByCode(ctx: AccountContext, proof: string): Promise<OpenedSession> {
  const { opened, challengeId } = await ctx.db.$transaction(async (tx) => {
    const { email, challengeId } = await consumeMailboxProof(ctx, tx, proof);
    const owner = await findEmailOwner(ctx, tx, requireEmail(email).normalized);
    if (owner === null) throw new ServiceError("@error/InvalidToken");
    const { sub } = owner;
    await lockEnabledUser(ctx, tx, sub);
    await recordAudit(ctx, tx, {
      action: "user.authenticated-by-email",
      target: { kind: "user", id: sub },
    });
    await recordOpened(ctx, tx, sub);
    return { opened: await openAccountSession(ctx, tx, { sub, challengeId }), challengeId };
  });
  noteEvent(ctx, "sign-in.by-code", { sub: opened.sub, challengeId });
  return opened;
}

/** Ends the session, if it is live. */
export async function closeAccountSession(
  ctx: TenancyContext,
  { hash, sub }: Pick<AccountSession, "hash" | "sub">,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const where = { tenancyId: ctx.tenancy.id, hash };
    if ((await tx.accountSession.deleteMany({ where })).count > 0)
      await recordAudit(ctx, tx, {
        action: "user.account-closed",
        target: { kind: "user", id: sub },
      });
  });
}
