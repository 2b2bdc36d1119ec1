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
 * Verifies an assertion (WebAuthn L3 §7.2) and writes the sign-in with its one-time code.
 * @param prefetched the session that the admitting statement consumed
 * @param hosted on the hosted pages: binds the code to their request
 * @throws InvalidToken · VerificationFailed · PasskeyNotFound · PasskeyDisabled · InvalidTenancy
 * when suspended in the meantime
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
 * Verifies a sign-in on one of the tenancy's own pages. Two round trips: the first admits the
 * request, consumes the session and reads the passkey; the second checks again and writes.
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
