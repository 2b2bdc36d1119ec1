import type { RegistrationOptions, VerifyRegistration } from "@/lib/contract/registration";
import { requireEmail } from "@/lib/domain/base/email-address";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { beginRegistration } from "@/lib/domain/sign-in/ceremony/create-registration-options";
import { completeRegistration } from "@/lib/domain/sign-in/ceremony/verify-registration";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { lifetimes } from "@/lib/limits";
import { bindingOf, type HostedContext, returnAddress } from "./hosted-request";
import { consumeMailboxProof, nameOfProof, readMailboxProof } from "./mailbox-proof";
import { requireRegistration } from "./send-code";

/**
 * Creates creation options for a verified mailbox: for the user who owns the email, or for a new
 * one. Names the proof in the session, but doesn't consume it, so that a visitor may retry a
 * cancelled prompt.
 * @throws InvalidToken · Forbidden when self-service registration is disabled · BadRequest when the
 * user has as many passkeys as allowed
 */
export async function createPasskeyOptions(
  ctx: HostedContext,
  proof: string,
): Promise<RegistrationOptions> {
  const { email, givenName, familyName } = await readMailboxProof(ctx, proof);
  const { tenancy, rpId } = ctx;
  if ((await findEmailOwner(ctx, ctx.db, requireEmail(email).normalized)) === null)
    requireRegistration(ctx);
  const intent = {
    selfService: false,
    username: email,
    displayName: displayNameOf({ givenName, familyName }, email),
    email,
    givenName,
    familyName,
    rpId,
    rpName: tenancy.rpName,
    userVerification: tenancy.userVerification,
    excludeCredentials: [],
    timeoutMs: lifetimes.ceremonyTimeoutMs,
  };
  return beginRegistration(ctx, intent, {
    apiKeyId: null,
    hosted: { ...bindingOf(ctx), mailboxProof: nameOfProof(proof) },
  });
}

/**
 * Registers a passkey and consumes the proof in one transaction. It must be the proof that opened
 * the session.
 * @returns the address to redirect to, with a code bound to the request, and the user
 * @throws as completeRegistration · InvalidToken
 */
export async function registerPasskey(
  ctx: HostedContext,
  { proof, ...body }: VerifyRegistration & { proof: string },
): Promise<{ returnTo: string; sub: string }> {
  const { code, user } = await completeRegistration(ctx, body, {
    ...bindingOf(ctx),
    mailboxProof: nameOfProof(proof),
    spendProof: async (tx) => void (await consumeMailboxProof(ctx, tx, proof)),
  });
  return {
    returnTo: returnAddress(ctx.request.redirectUri, code, ctx.request.state),
    sub: user.sub,
  };
}
