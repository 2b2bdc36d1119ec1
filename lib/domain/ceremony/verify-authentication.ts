import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { TenancyContext } from "@/lib/domain/context";
import { prepareCode } from "@/lib/domain/principal/prepare-code";
import { toBrowserSuccess } from "@/lib/domain/principal/to-browser-success";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { checkAssertion } from "./check-assertion";
import { readConsumedSession } from "./consume-authentication-session";
import { writeAuthentication } from "./write-authentication";

/**
 * Verifies the response (WebAuthn L3 §7.2) to the session that its ride spent, and writes the sign-in. Two round trips:
 * the ride's, which admits, spends and reads, and one that asks again and writes.
 * @throws InvalidToken · VerificationFailed · PasskeyNotFound · PasskeyDisabled · InvalidTenancy when suspended meanwhile
 */
export async function verifyAuthentication(ctx: TenancyContext, body: VerifyAuthentication, ridden: unknown): Promise<AuthenticationSuccess> {
  const consumed = readConsumedSession(ridden);
  const assertion = await checkAssertion(ctx, consumed, body.response);
  const key = await getSigningKey(ctx);
  const code = prepareCode(ctx, { operation: "authentication", purpose: consumed.session.purpose, userVerified: assertion.userVerified });
  const user = await writeAuthentication(ctx, { assertion, code, apiKeyId: consumed.apiKeyId });
  return { _tag: "AuthenticationSuccess", ...(await toBrowserSuccess(ctx, key, { code, user, passkeyId: assertion.passkey.passkeyId })) };
}
