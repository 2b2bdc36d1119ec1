import type { AuthenticationOptions, VerifyAuthentication } from "@/lib/contract/authentication";
import type { Mediation } from "@/lib/contract/fields";
import type { AcceptedPasskeys } from "@/lib/contract/prepared-token";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import { beginDiscoverable } from "@/lib/domain/sign-in/ceremony/create-authentication-options";
import { completeAuthentication } from "@/lib/domain/sign-in/ceremony/verify-authentication";
import { lifetimes } from "@/lib/limits";
import { bindingOf, type HostedContext, returnAddress } from "./hosted-request";

/**
 * Creates request options for a discoverable sign-in. Doesn't require `selfServiceAuthentication`:
 * that setting is for pages on other origins, whose codes aren't bound to a request.
 */
export function createSignInOptions(
  ctx: HostedContext,
  uncounted: UncountedRequest,
  mediation: Mediation,
): Promise<AuthenticationOptions> {
  const { rpId, tenancy } = ctx;
  const { userVerification } = tenancy;
  return beginDiscoverable(ctx, uncounted, {
    rpId,
    userVerification,
    mediation,
    timeoutMs: lifetimes.ceremonyTimeoutMs,
    hosted: bindingOf(ctx),
  });
}

interface SignedIn {
  returnTo: string;
  sub: string;
  passkeyId: string;
  /** Whether a verified user signed in with a phone or a security key, and so without this device. */
  isElsewhere: boolean;
  acceptedPasskeys?: AcceptedPasskeys;
}

/**
 * Signs in with a passkey.
 * @returns the address to redirect to, with a code bound to the request, the user, the passkey, and
 * what to tell the device
 * @throws as completeAuthentication
 */
export async function signInByPasskey(
  ctx: HostedContext,
  uncounted: UncountedRequest,
  body: VerifyAuthentication,
): Promise<SignedIn> {
  const { code, user, passkeyId, acceptedPasskeys } = await completeAuthentication(
    ctx,
    uncounted,
    body,
    bindingOf(ctx),
  );
  return {
    returnTo: returnAddress(ctx.request.redirectUri, code, ctx.request.state),
    sub: user.sub,
    passkeyId,
    isElsewhere:
      code.payload.authenticatorAttachment === "cross-platform" && code.payload.userVerified,
    ...(acceptedPasskeys === undefined ? {} : { acceptedPasskeys }),
  };
}
