import { requireLiveCaller } from "@/lib/domain/access/require-live-caller";
import type { Queryable } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { prepareCode, type PreparedCode } from "@/lib/domain/sign-in/principal/prepare-code";
import { requireCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { joinOrCreateUser } from "@/lib/domain/user/join-or-create-user";
import { lockEnabledUser, lockIdentities } from "@/lib/domain/user/lock-user";
import { type HostedContext, returnAddress } from "./hosted-request";
import { consumeMailboxProof } from "./mailbox-proof";

interface SignIn {
  code: PreparedCode;
  sub: string;
  challengeId: string;
}

async function writeSignIn(ctx: HostedContext, tx: Queryable, proof: string): Promise<SignIn> {
  const { challengeId, email, givenName, familyName } = await consumeMailboxProof(ctx, tx, proof);
  await requireLiveCaller(ctx, tx, null);
  await requireCodeSignIn(ctx, tx);
  const { normalized } = requireEmail(email);
  await lockIdentities(ctx, tx, { email: normalized });
  const isNew = (await findEmailOwner(ctx, tx, normalized)) === null;
  const { sub } = await joinOrCreateUser(ctx, tx, {
    selfService: false,
    emailProved: true,
    email,
    givenName,
    familyName,
  });
  await lockEnabledUser(ctx, tx, sub);
  const code = prepareCode(ctx, {
    operation: isNew ? "registration" : "authentication",
    userVerified: false,
    challengeId,
    codeChallenge: ctx.request.codeChallenge,
    apiKeyId: null,
  });
  const { hash, payload, codeChallenge, createdAt, expiresAt } = code;
  await tx.oneTimeToken.create({
    data: {
      tenancyId: ctx.tenancy.id,
      hash,
      kind: "code",
      payload,
      sub,
      codeChallenge,
      createdAt,
      expiresAt,
    },
  });
  await recordAudit(ctx, tx, {
    action: "user.authenticated-by-email",
    target: { kind: "user", id: sub },
  });
  return { code, sub, challengeId };
}

/**
 * Signs in the owner of a verified mailbox without a passkey. If the email has no owner, creates a
 * user who owns it, even if other users claimed it.
 * @returns the address to redirect to, with a code bound to the request, and the user
 * @throws InvalidToken · Forbidden when the tenancy requires a passkey, or when the user or
 * self-service registration is disabled · InvalidTenancy when suspended in the meantime
 */
export async function signInByCode(
  ctx: HostedContext,
  proof: string,
): Promise<{ returnTo: string; sub: string }> {
  const { code, sub, challengeId } = await ctx.db.$transaction((tx) => writeSignIn(ctx, tx, proof));
  noteEvent(ctx, "sign-in.by-code", { sub, challengeId });
  return { returnTo: returnAddress(ctx.request.redirectUri, code, ctx.request.state), sub };
}
