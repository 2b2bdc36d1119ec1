import type { UserVerification } from "@/lib/contract/fields";
import type { PasskeyProof } from "@/lib/contract/passkey-proof";
import type { AuthorizeRegistration } from "@/lib/contract/registration";
import { authorizingKey, issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail, requireEmail } from "@/lib/domain/base/email-address";
import { resolveRpId } from "@/lib/domain/base/tenancy/origin";
import { requirePasskeyCapacity } from "@/lib/domain/passkey/assign-user-id";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { needsProof } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { consumePasskeyProof, offeringProof } from "@/lib/domain/passkey/guard/passkey-proof";
import { findPolicy, requestedVerification } from "@/lib/domain/passkey/policy/find-policy";
import { findRegistrant } from "@/lib/domain/user/find-user-by-user-id";
import { badRequest } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { clampTimeout, raiseUserVerification, type RegistrationIntent } from "./ceremony-intent";

/**
 * Consumes the proof if the user has a passkey and the tenancy requires one.
 * @returns the user who proved the request; undefined when no proof is needed
 */
async function proveRegistrant(
  ctx: TenancyContext,
  intent: RegistrationIntent,
  proof: PasskeyProof | undefined,
): Promise<string | undefined> {
  const user = await findRegistrant(ctx, ctx.db, intent);
  if (user === null) return undefined;
  const { sub } = user;
  if (!needsProof(ctx, await requirePasskeyCapacity(ctx, ctx.db, sub))) return undefined;
  await offeringProof(ctx, () => consumePasskeyProof(ctx, ctx.db, { sub, proof }));
  return sub;
}

/**
 * Refuses a registration without a prompt if it requires user verification: the browser verifies no one.
 * @throws BadRequest (automatic)
 */
async function refuseAutomaticVerification(
  ctx: TenancyContext,
  userVerification: UserVerification,
): Promise<void> {
  if (userVerification === "required")
    throw badRequest("automatic", "not possible if user verification is required");
  if (requestedVerification(await findPolicy(ctx, ctx.db), userVerification) === "required")
    throw badRequest("automatic", "not possible: the passkey policy requires user verification");
}

/**
 * Issues a single-use token that lets a browser register one passkey for this user. Expires in ten
 * minutes.
 * @throws BadRequest (rpId, userId, automatic) · InvalidEmail · DuplicateEmail as findRegistrant ·
 * ProofRequired with a token for the proof
 */
export async function authorizeRegistration(
  ctx: TenancyContext,
  body: AuthorizeRegistration,
): Promise<{ registrationToken: string; expiresAt: number }> {
  const email = body.email === undefined ? parseEmail(body.username) : requireEmail(body.email);
  const userVerification = raiseUserVerification(
    ctx.tenancy.userVerification,
    body.userVerification,
  );
  if (body.automatic === true) await refuseAutomaticVerification(ctx, userVerification);
  const intent: RegistrationIntent = {
    selfService: false,
    username: body.username,
    displayName: displayNameOf(body, body.username),
    userId: body.userId ?? undefined,
    isNewUser: body.userId === null,
    email: email?.shown,
    givenName: body.givenName,
    familyName: body.familyName,
    rpId: resolveRpId(ctx.tenancy, body.rpId),
    rpName: body.rpName ?? ctx.tenancy.rpName,
    userVerification,
    excludeCredentials: body.excludeCredentials ?? [],
    timeoutMs: clampTimeout(body.timeout),
    hints: body.hints,
    automatic: body.automatic,
  };
  const provedSub = await proveRegistrant(ctx, intent, body.proof);
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "registration",
    payload: { ...intent, provedSub },
    lifetimeMs: lifetimes.registrationTokenMs,
    apiKeyId: authorizingKey(ctx),
  });
  return { registrationToken: token, expiresAt };
}
