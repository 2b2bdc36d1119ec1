import type { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import type { AcceptedPasskeys } from "@/lib/contract/prepared-token";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import { getSigningKey } from "@/lib/domain/access/signing-key/get-signing-key";
import type { TenancyContext } from "@/lib/domain/base/context";
import { promptMetric } from "@/lib/domain/base/metric";
import type { PolicyReason } from "@/lib/domain/passkey/policy/judge";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { prepareCode, type PreparedCode } from "@/lib/domain/sign-in/principal/prepare-code";
import {
  type SignedInUser,
  toBrowserSuccess,
} from "@/lib/domain/sign-in/principal/to-browser-success";
import { type ErrorSubject, isServiceError, type ServiceError } from "@/lib/errors";
import { applyPolicyToSignIn, noteMonitored } from "./apply-policy";
import { attachmentOf } from "./attachment-of";
import {
  type AuthenticationSession,
  type HostedBinding,
  requireSamePages,
} from "./ceremony-intent";
import { checkAssertion } from "./check-assertion";
import { embeddingOf } from "./check-client-data";
import {
  consumeAuthenticationSession,
  type ConsumedSession,
} from "./consume-authentication-session";
import { findAcceptedPasskeys } from "./find-accepted-passkeys";
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

/** Verifies the response to the session's challenge, and writes the sign-in with its code. */
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

/** Counts a completed sign-in, and adds it to the user's timeline. */
function noteSuccess(
  ctx: TenancyContext,
  { mediation }: AuthenticationSession,
  { user: { sub }, passkeyId, monitored, code }: SignIn,
): void {
  const { authenticatorAttachment } = code.payload;
  if (mediation === "required")
    ctx.activity.note(ctx.tenancy.id, promptMetric("sign-in", "succeeded"));
  noteEvent(ctx, "sign-in.succeeded", { sub, passkeyId, authenticatorAttachment });
  noteMonitored(ctx, "sign-in.monitored", { sub, passkeyId, reason: monitored });
}

/**
 * Returns whom and what a refusal concerns:
 * - no session, or an unknown passkey: who the browser says it is
 * - a passkey that the session doesn't allow: the same, and the user of the allowed ones
 * - else the passkey and its user
 */
function subjectOf(
  { response: { id, response } }: VerifyAuthentication,
  consumed: ConsumedSession | undefined,
): ErrorSubject {
  const sent = { credentialId: id, userHandle: response.userHandle ?? undefined };
  if (consumed === undefined) return sent;
  const { passkey } = consumed;
  const { allowCredentials } = consumed.session;
  if (allowCredentials !== null && !allowCredentials.includes(id))
    return { ...sent, passkeyId: passkey?.passkeyId, allowedCredentialId: allowCredentials[0] };
  return passkey === null ? sent : { sub: passkey.sub, passkeyId: passkey.passkeyId };
}

const isStaleCounter = (error: ServiceError): boolean =>
  error.tag === "@error/VerificationFailed" &&
  (error as ServiceError<"@error/VerificationFailed">).extra.reason === "signature-counter";

/**
 * Records that a passkey's signature counter has not increased (WebAuthn L3 §7.2 step 22), on the
 * passkey and in the audit log. The stored counter stays.
 */
async function recordStaleCounter(ctx: TenancyContext, passkeyId: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { tenancyId: ctx.tenancy.id, id: passkeyId },
      data: { signCountRegressedAt: new Date(ctx.clock.now()) },
    });
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: "passkey.sign-count-regressed",
        target: { kind: "passkey", id: passkeyId },
      });
  });
}

/**
 * Verifies an assertion (WebAuthn L3 §7.2) and writes the sign-in with its one-time code. Adds to a
 * refusal whom it concerns. Two round trips, shared with concurrent requests: the first counts the
 * request, consumes the session and reads the passkey; the second checks again and writes. A passkey
 * policy that judges sign-ins adds one, and so does `signalsAfterSignIn`.
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
  let consumed: ConsumedSession | undefined;
  try {
    consumed = await consumeAuthenticationSession(ctx, request, body);
    const signedIn = await signIn(ctx, consumed, body, hosted);
    noteSuccess(ctx, consumed.session, signedIn);
    return signedIn;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const passkeyId = consumed?.passkey?.passkeyId;
    if (passkeyId !== undefined && isStaleCounter(error)) await recordStaleCounter(ctx, passkeyId);
    throw error.about(subjectOf(body, consumed));
  }
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
