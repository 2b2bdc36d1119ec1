import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { TenancyContext } from "@/lib/domain/context";
import { prepareCode, type PreparedCode } from "@/lib/domain/principal/prepare-code";
import { toBrowserSuccess, type SignedInUser } from "@/lib/domain/principal/to-browser-success";
import type { UncountedRequest } from "@/lib/domain/rate-limit/count-request";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { checkAssertion } from "./check-assertion";
import { consumeAuthenticationSession } from "./consume-authentication-session";
import { requireSamePages, type HostedBinding } from "./hosted-binding";
import { writeAuthentication } from "./write-authentication";

interface SignIn {
  code: PreparedCode;
  user: SignedInUser;
  passkeyId: string;
}

/**
 * Verifies an assertion (WebAuthn L3 §7.2) and writes the sign-in with its one-time code. Two round
 * trips, shared with concurrent requests: the first counts the request, consumes the session and reads
 * the passkey; the second checks again and writes.
 * @param hosted on the hosted pages: binds the code to their request
 * @throws InvalidToken · VerificationFailed · PasskeyNotFound · PasskeyDisabled · InvalidTenancy
 * when suspended in the meantime · as countRequest
 */
export async function completeAuthentication(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: VerifyAuthentication,
  hosted?: HostedBinding,
): Promise<SignIn> {
  const consumed = await consumeAuthenticationSession(ctx, request, body);
  const { purpose, hosted: ofSession } = consumed.session;
  requireSamePages(ofSession, hosted);
  const assertion = await checkAssertion(ctx, consumed, body.response);
  const code = prepareCode(ctx, {
    operation: "authentication",
    purpose,
    userVerified: assertion.userVerified,
    codeChallenge: hosted?.codeChallenge,
    apiKeyId: consumed.apiKeyId,
  });
  const user = await writeAuthentication(ctx, { assertion, code });
  return { code, user, passkeyId: assertion.passkey.passkeyId };
}

/** Verifies a sign-in on one of the tenancy's own pages. @throws as completeAuthentication */
export async function verifyAuthentication(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: VerifyAuthentication,
): Promise<AuthenticationSuccess> {
  const key = await getSigningKey(ctx);
  const signIn = await completeAuthentication(ctx, request, body);
  return { _tag: "AuthenticationSuccess", ...(await toBrowserSuccess(ctx, key, signIn)) };
}
