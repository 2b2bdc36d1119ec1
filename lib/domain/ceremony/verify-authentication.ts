import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { TenancyContext } from "@/lib/domain/context";
import { prepareCode, type PreparedCode } from "@/lib/domain/principal/prepare-code";
import { toBrowserSuccess, type SignedInUser } from "@/lib/domain/principal/to-browser-success";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { checkAssertion } from "./check-assertion";
import { readConsumedSession } from "./consume-authentication-session";
import { requireSamePages, type HostedBinding } from "./hosted-binding";
import { writeAuthentication } from "./write-authentication";

interface SignIn {
  code: PreparedCode;
  user: SignedInUser;
  passkeyId: string;
}

/**
 * Verifies the response (WebAuthn L3 §7.2) to the session that its ride spent, and writes the
 * sign-in; on the hosted pages with a code that is bound to their request.
 * @throws InvalidToken · VerificationFailed · PasskeyNotFound · PasskeyDisabled · InvalidTenancy
 * when suspended meanwhile
 */
export async function completeAuthentication(
  ctx: TenancyContext,
  { response }: VerifyAuthentication,
  { prefetched, hosted }: { prefetched: unknown; hosted?: HostedBinding },
): Promise<SignIn> {
  const consumed = readConsumedSession(prefetched);
  const { purpose, hosted: ofSession } = consumed.session;
  requireSamePages(ofSession, hosted);
  const assertion = await checkAssertion(ctx, consumed, response);
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

/**
 * The sign-in of a page of the tenancy's own. Two round trips: the ride's, which admits, spends and
 * reads, and one that asks again and writes.
 * @throws as completeAuthentication
 */
export async function verifyAuthentication(
  ctx: TenancyContext,
  body: VerifyAuthentication,
  prefetched: unknown,
): Promise<AuthenticationSuccess> {
  const key = await getSigningKey(ctx);
  return {
    _tag: "AuthenticationSuccess",
    ...(await toBrowserSuccess(ctx, key, await completeAuthentication(ctx, body, { prefetched }))),
  };
}
