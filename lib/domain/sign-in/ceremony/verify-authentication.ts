import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { AcceptedPasskeys } from "@/lib/contract/prepared-token";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import { getSigningKey } from "@/lib/domain/access/signing-key/get-signing-key";
import type { TenancyContext } from "@/lib/domain/base/context";
import { promptMetric } from "@/lib/domain/base/metric";
import type { PolicyReason } from "@/lib/domain/passkey/policy/judge";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { prepareCode, type PreparedCode } from "@/lib/domain/sign-in/principal/prepare-code";
import {
  type SignedInUser,
  toBrowserSuccess,
} from "@/lib/domain/sign-in/principal/to-browser-success";
import { concerning, type ErrorSubject } from "@/lib/errors";
import { applyPolicyToSignIn, noteMonitored } from "./apply-policy";
import { attachmentOf } from "./attachment-of";
import { type HostedBinding, requireSamePages } from "./ceremony-intent";
import { checkAssertion } from "./check-assertion";
import { embeddingOf } from "./check-client-data";
import {
  consumeAuthenticationSession,
  type ConsumedSession,
} from "./consume-authentication-session";
import { findAcceptedPasskeys } from "./find-accepted-passkeys";
import { recordingStaleCounter } from "./record-stale-counter";
import { writeAuthentication } from "./write-authentication";

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

/** What the browser sent identifies the user of an expired session or an unknown passkey, too. */
const sentBy = ({ response: { id, response } }: VerifyAuthentication): ErrorSubject => ({
  credentialId: id,
  userHandle: response.userHandle ?? undefined,
});

/** The passkey and its user. With a passkey that the session doesn't allow, the user whom it names. */
function subjectOf(
  { session: { allowCredentials }, passkey }: ConsumedSession,
  body: VerifyAuthentication,
): ErrorSubject {
  const sent = sentBy(body);
  if (allowCredentials !== null && !allowCredentials.includes(body.response.id))
    return {
      ...sent,
      passkeyId: passkey?.passkeyId,
      allowedCredentialId: allowCredentials[0],
    };
  return passkey === null ? sent : { sub: passkey.sub, passkeyId: passkey.passkeyId };
}

/** Verifies the response to the session's challenge, and writes the sign-in. */
async function signIn(
  ctx: TenancyContext,
  consumed: ConsumedSession,
  { response: credential }: VerifyAuthentication,
  hosted?: HostedBinding,
): Promise<SignIn> {
  const { session, apiKeyId } = consumed;
  requireSamePages(session.hosted, hosted);
  const assertion = await checkAssertion(ctx, consumed, credential);
  const monitored = await applyPolicyToSignIn(ctx, assertion, () =>
    embeddingOf(credential.response.clientDataJSON),
  );
  const code = prepareCode(ctx, {
    operation: "authentication",
    purpose: session.purpose,
    userVerified: assertion.userVerified,
    authenticatorAttachment: attachmentOf(credential),
    codeChallenge: hosted?.codeChallenge,
    apiKeyId,
  });
  const user = await writeAuthentication(ctx, { assertion, code });
  const { passkeyId, shownId } = assertion.passkey;
  const acceptedPasskeys = await findAcceptedPasskeys(ctx, assertion.passkey);
  return { code, user, passkeyId, shownId, monitored, acceptedPasskeys };
}

/**
 * Verifies an assertion (WebAuthn L3 §7.2) and writes the sign-in with its one-time code. Two round
 * trips, shared with concurrent requests: the first counts the request, consumes the session and reads
 * the passkey; the second checks again and writes. A passkey policy that judges sign-ins adds
 * one, and so does `signalsAfterSignIn`.
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
  const consumed = await concerning(
    () => sentBy(body),
    () => consumeAuthenticationSession(ctx, request, body),
  );
  const signedIn = await concerning(
    () => subjectOf(consumed, body),
    () => recordingStaleCounter(ctx, consumed.passkey, () => signIn(ctx, consumed, body, hosted)),
  );
  const { user, passkeyId, monitored, code } = signedIn;
  const { authenticatorAttachment } = code.payload;
  if (consumed.session.mediation === "required")
    ctx.activity.note(ctx.tenancy.id, promptMetric("sign-in", "succeeded"));
  noteEvent(ctx, "sign-in.succeeded", { sub: user.sub, passkeyId, authenticatorAttachment });
  noteMonitored(ctx, "sign-in.monitored", { sub: user.sub, passkeyId, reason: monitored });
  return signedIn;
}

/** Verifies a sign-in on one of the tenancy's own pages. @throws as completeAuthentication */
export async function verifyAuthentication(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: VerifyAuthentication,
): Promise<AuthenticationSuccess> {
  const key = await getSigningKey(ctx);
  const signedIn = await completeAuthentication(ctx, request, body);
  const { shownId, acceptedPasskeys } = signedIn;
  return {
    _tag: "AuthenticationSuccess",
    ...(await toBrowserSuccess(ctx, key, { ...signedIn, passkeyId: shownId })),
    ...(acceptedPasskeys === undefined ? {} : { acceptedPasskeys }),
  };
}
