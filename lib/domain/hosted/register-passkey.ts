import type { RegistrationOptions, VerifyRegistration } from "@/lib/contract/registration";
import { lifetimes } from "@/lib/limits";
import { beginRegistration } from "@/lib/domain/ceremony/create-registration-options";
import { displayNameOf } from "@/lib/domain/ceremony/display-name";
import { completeRegistration } from "@/lib/domain/ceremony/verify-registration";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import { bindingOf, type HostedContext } from "./hosted-request";
import { readMailboxProof, spendMailboxProof } from "./mailbox-proof";
import { returnAddress } from "./return-address";
import { requireRegistration } from "./send-code";

/**
 * Creation options for whoever proved a mailbox: one more passkey for the user who holds the email,
 * or the first of a new one. The proof stays good, so that a prompt that was closed may be opened
 * again.
 * @throws InvalidToken · Forbidden where nobody may register · BadRequest over the passkey cap
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
    ...{
      selfService: false,
      emailProved: true,
      username: email,
      displayName: displayNameOf({ givenName, familyName }, email),
      email,
      givenName,
      familyName,
    },
    ...{
      rpId,
      rpName: tenancy.rpName,
      userVerification: tenancy.userVerification,
      excludeCredentials: [],
      timeoutMs: lifetimes.ceremonyTimeoutMs,
    },
  };
  return beginRegistration(ctx, intent, { apiKeyId: null, hosted: bindingOf(ctx) });
}

/**
 * Where to go with the new passkey's bound code, and whose it is; the proof is spent with it.
 * @throws as completeRegistration · InvalidToken
 */
export async function registerPasskey(
  ctx: HostedContext,
  { proof, ...body }: VerifyRegistration & { proof: string },
): Promise<{ returnTo: string; sub: string }> {
  const { code, user } = await completeRegistration(ctx, body, {
    ...bindingOf(ctx),
    spendProof: async (tx) =>
      void (await spendMailboxProof(ctx, (statement) => tx.$queryRaw(statement), proof)),
  });
  return {
    returnTo: returnAddress(ctx.request.redirectUri, code, ctx.request.state),
    sub: user.sub,
  };
}
