import type { AuthenticationOptions, VerifyAuthentication } from "@/lib/contract/authentication";
import type { Mediation } from "@/lib/contract/fields";
import { lifetimes } from "@/lib/limits";
import { beginAuthentication } from "@/lib/domain/ceremony/create-authentication-options";
import { completeAuthentication } from "@/lib/domain/ceremony/verify-authentication";
import { bindingOf, type HostedContext } from "./hosted-request";
import { returnAddress } from "./return-address";

/**
 * Request options for whichever passkey the person picks. The switch of the hosted pages is what
 * allows them, not `selfServiceAuthentication`: that one is about pages of other origins, whose
 * codes are bound to nothing.
 */
export function createSignInOptions(
  ctx: HostedContext,
  mediation: Mediation,
): Promise<AuthenticationOptions> {
  const { rpId, tenancy } = ctx;
  const { userVerification } = tenancy;
  return beginAuthentication(ctx, {
    rpId,
    userVerification,
    mediation,
    timeoutMs: lifetimes.ceremonyTimeoutMs,
    allow: null,
    apiKeyId: null,
    hosted: bindingOf(ctx),
  });
}

/**
 * Where to go after the sign-in, with its bound code, and who signed in. @throws as
 * completeAuthentication
 */
export async function signInByPasskey(
  ctx: HostedContext,
  body: VerifyAuthentication,
  prefetched: unknown,
): Promise<{ returnTo: string; sub: string }> {
  const { code, user } = await completeAuthentication(ctx, body, {
    prefetched,
    hosted: bindingOf(ctx),
  });
  return {
    returnTo: returnAddress(ctx.request.redirectUri, code, ctx.request.state),
    sub: user.sub,
  };
}
