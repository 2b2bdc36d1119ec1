import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { AcceptedPasskeys } from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/context";
import type { PolicyReason } from "@/lib/domain/passkey-policy/judge";
import { prepareCode, type PreparedCode } from "@/lib/domain/principal/prepare-code";
import { type SignedInUser, toBrowserSuccess } from "@/lib/domain/principal/to-browser-success";
import type { UncountedRequest } from "@/lib/domain/rate-limit/count-request";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { noteEvent } from "@/lib/domain/timeline/note-event";
import { concerning, type ErrorSubject, ServiceError } from "@/lib/errors";
import { applyPolicyToSignIn, noteMonitored } from "./apply-policy";
import { checkAssertion } from "./check-assertion";
import { embeddingOf } from "./check-client-data";
import { consumeAuthenticationSession } from "./consume-authentication-session";
import { findAcceptedPasskeys } from "./find-accepted-passkeys";
import { type HostedBinding, requireSamePages } from "./hosted-binding";
import { recordStaleCounter } from "./record-stale-counter";
import { writeAuthentication } from "./write-authentication";

const isStaleCounter = (error: unknown) => {
  if (!(error instanceof ServiceError) || error.tag !== "@error/VerificationFailed") return false;
  const { reason } = (error as ServiceError<"@error/VerificationFailed">).extra;
  return reason === "signature-counter";
};

interface SignIn {
  code: PreparedCode;
  user: SignedInUser;
  passkeyId: string;
  /** The id that callers see. */
  shownId: string;
  /** Why the policy would refuse the sign-in; it only monitors. */
  monitored?: PolicyReason | undefined;
  /** Absent unless the tenancy sends signals after a sign-in. */
  acceptedPasskeys?: AcceptedPasskeys | undefined;
}

/**
 * Verifies an assertion (WebAuthn L3 §7.2) and writes the sign-in with its one-time code. Two round
 * trips, shared with concurrent requests: the first counts the request, consumes the session and reads
 * the passkey; the second checks again and writes. A passkey policy that judges sign-ins adds a third.
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
  // Names the user of an expired session or an unknown passkey, too.
  const { id: credentialId, response } = body.response;
  let subject: ErrorSubject = { credentialId, userHandle: response.userHandle ?? undefined };
  const signIn = await concerning(
    () => subject,
    async () => {
      const consumed = await consumeAuthenticationSession(ctx, request, body);
      const { session, passkey, apiKeyId } = consumed;
      const { allowCredentials } = session;
      if (allowCredentials !== null && !allowCredentials.includes(credentialId))
        subject = {
          ...subject,
          passkeyId: passkey?.passkeyId,
          allowedCredentialId: allowCredentials[0],
        };
      else if (passkey !== null) subject = { sub: passkey.sub, passkeyId: passkey.passkeyId };
      requireSamePages(session.hosted, hosted);
      const assertion = await checkAssertion(ctx, consumed, body.response);
      const monitored = await applyPolicyToSignIn(ctx, assertion, () =>
        embeddingOf(response.clientDataJSON),
      );
      const code = prepareCode(ctx, {
        operation: "authentication",
        purpose: session.purpose,
        userVerified: assertion.userVerified,
        codeChallenge: hosted?.codeChallenge,
        apiKeyId,
      });
      const user = await writeAuthentication(ctx, { assertion, code });
      const { passkeyId, shownId } = assertion.passkey;
      const acceptedPasskeys = await findAcceptedPasskeys(ctx, assertion.passkey);
      return { code, user, passkeyId, shownId, monitored, acceptedPasskeys };
    },
  ).catch(async (error: unknown) => {
    if (isStaleCounter(error) && subject.passkeyId !== undefined)
      await recordStaleCounter(ctx, subject.passkeyId);
    throw error;
  });
  const { user, passkeyId, monitored } = signIn;
  noteEvent(ctx, "sign-in.succeeded", { sub: user.sub, passkeyId });
  noteMonitored(ctx, "sign-in.monitored", { sub: user.sub, passkeyId, reason: monitored });
  return signIn;
}

/** Verifies a sign-in on one of the tenancy's own pages. @throws as completeAuthentication */
export async function verifyAuthentication(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: VerifyAuthentication,
): Promise<AuthenticationSuccess> {
  const key = await getSigningKey(ctx);
  const signIn = await completeAuthentication(ctx, request, body);
  const { shownId, acceptedPasskeys } = signIn;
  return {
    _tag: "AuthenticationSuccess",
    ...(await toBrowserSuccess(ctx, key, { ...signIn, passkeyId: shownId })),
    ...(acceptedPasskeys === undefined ? {} : { acceptedPasskeys }),
  };
}
