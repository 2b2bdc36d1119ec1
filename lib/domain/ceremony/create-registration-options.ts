import { randomBytes } from "node:crypto";
import { generateRegistrationOptions } from "@simplewebauthn/server";
import type { RegistrationOptions, RequestRegistrationOptions } from "@/lib/contract/registration";
import type { TenancyContext } from "@/lib/domain/context";
import { consumeToken } from "@/lib/domain/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import { knownTransports } from "@/lib/domain/passkey/known-transports";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import { requirePasskeyCapacity } from "@/lib/domain/passkey/require-passkey-capacity";
import { requireProof } from "@/lib/domain/passkey-guard/guard-new-passkey";
import {
  findPolicy,
  offeredAlgorithms,
  requestedVerification,
  requestsAttestation,
} from "@/lib/domain/passkey-policy/find-policy";
import { resolveRpId } from "@/lib/domain/tenancy/resolve-rp-id";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner, findRegistrant } from "@/lib/domain/user/find-user-by-user-id";
import { reserveUserHandle } from "@/lib/domain/user/reserve-user-handle";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { clampTimeout, raiseUserVerification, withHints } from "./ceremony-settings";
import { displayNameOf } from "./display-name-of";
import type { HostedBinding } from "./hosted-binding";
import { isProvedBy, RegistrationIntent, type RegistrationSession } from "./registration-intent";

/**
 * @throws Forbidden when self-service is disabled · InvalidEmail · DuplicateEmail when a user owns
 * the email
 */
async function selfServiceIntent(
  ctx: TenancyContext,
  body: RequestRegistrationOptions,
): Promise<RegistrationIntent> {
  if (!ctx.tenancy.selfServiceRegistration || ctx.tenancy.isSystem)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service registration is disabled for this tenancy.",
    );
  const email = body.email === undefined ? null : requireEmail(body.email);
  const owner = email === null ? null : await findEmailOwner(ctx, ctx.db, email.normalized);
  if (owner !== null) throw new ServiceError("@error/DuplicateEmail").about({ sub: owner.sub });
  const username = body.username ?? email?.shown ?? "";
  const displayName = body.displayName ?? body.userDisplayName;
  return {
    selfService: true,
    username,
    displayName: displayNameOf({ ...body, displayName }, username),
    email: email?.shown,
    givenName: body.givenName,
    familyName: body.familyName,
    rpId: resolveRpId(ctx.tenancy, undefined, ctx.client.origin),
    rpName: ctx.tenancy.rpName,
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    excludeCredentials: body.excludeCredentials ?? [],
    timeoutMs: clampTimeout(body.timeout),
    hints: body.hints,
  };
}

/**
 * Finds the credentials to exclude for this rpId: all of the user's, and only those, because a passkey
 * that moved to someone else must not keep this user from registering on the same device. Nothing else
 * identifies a new user, so there the caller's list counts.
 */
async function findExcluded(ctx: TenancyContext, intent: RegistrationIntent, sub: string | null) {
  if (sub === null && intent.excludeCredentials.length === 0) return [];
  const ids = await findPasskeyIds(ctx, ctx.db, sub === null ? intent.excludeCredentials : []);
  const passkeys = await ctx.db.passkey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      rpId: intent.rpId,
      ...(sub === null ? { id: { in: [...ids.values()] } } : { sub }),
    },
    select: { credentialId: true, transports: true },
  });
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: knownTransports(transports),
  }));
}

interface Origination {
  apiKeyId: string | null;
  hosted?: HostedBinding;
}

/**
 * Creates creation options (WebAuthn L3 §5.4) and the session that verifies their response.
 * @throws BadRequest when the user has as many passkeys as allowed · ProofRequired when the user got a
 * passkey since `authorize`
 */
export async function beginRegistration(
  ctx: TenancyContext,
  intent: RegistrationIntent,
  { apiKeyId, hosted }: Origination,
): Promise<RegistrationOptions> {
  const user = await findRegistrant(ctx, ctx.db, intent);
  if (user !== null) {
    const { sub } = user;
    const existing = await requirePasskeyCapacity(ctx, ctx.db, sub);
    requireProof(ctx, { sub, existing, isProved: isProvedBy({ ...intent, hosted }, sub) });
  }
  const excluded = await findExcluded(ctx, intent, user?.sub ?? null);
  const userHandle =
    user === null
      ? randomBytes(32).toString("base64url")
      : await reserveUserHandle(ctx, ctx.db, {
          sub: user.sub,
          rpId: intent.rpId,
          excludedCredentialIds: excluded.map(({ id }) => id),
          // A verification that begins just before the session expires may commit later.
          openMs: intent.timeoutMs + 2 * lifetimes.sessionGraceMs,
        });

  const policy = await findPolicy(ctx, ctx.db);
  const algorithms = offeredAlgorithms(ctx.tenancy, policy);
  const optionsJSON = await generateRegistrationOptions({
    rpName: intent.rpName,
    rpID: intent.rpId,
    userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
    userName: intent.username,
    userDisplayName: intent.displayName,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: intent.timeoutMs,
    attestationType: requestsAttestation(ctx.tenancy, policy) ? "direct" : "none",
    excludeCredentials: excluded,
    authenticatorSelection: {
      residentKey: "required",
      userVerification: requestedVerification(policy, intent.userVerification),
    },
    supportedAlgorithmIDs: algorithms,
  });
  const {
    username,
    displayName,
    userId,
    email,
    givenName,
    familyName,
    selfService,
    provedSub,
    rpId,
    userVerification,
    automatic,
  } = intent;
  const session: RegistrationSession = {
    username,
    displayName,
    userId,
    email,
    givenName,
    familyName,
    selfService,
    provedSub,
    rpId,
    userVerification,
    automatic,
    hosted,
    ceremonyNonce: optionsJSON.challenge,
    userHandle,
    algorithms,
    excludedCredentialIds: excluded.map(({ id }) => id),
  };
  const { token } = await issueToken(ctx, {
    kind: "registrationSession",
    payload: session,
    lifetimeMs: intent.timeoutMs + lifetimes.sessionGraceMs,
    apiKeyId,
  });
  return {
    _tag: "RegistrationOptions",
    sessionToken: token,
    optionsJSON: withHints(
      optionsJSON as RegistrationOptions["optionsJSON"],
      intent.hints ?? ctx.tenancy.hints,
    ),
    ...(automatic === true ? { mediation: "conditional" as const } : {}),
  };
}

/**
 * Creates creation options by consuming a registration token, or without one by self-service.
 * @throws InvalidToken · Forbidden · InvalidEmail · DuplicateEmail · BadRequest when the user has as
 * many passkeys as allowed · ProofRequired as beginRegistration
 */
export async function createRegistrationOptions(
  ctx: TenancyContext,
  body: RequestRegistrationOptions,
): Promise<RegistrationOptions> {
  const consumed =
    body.registrationToken === undefined
      ? null
      : await consumeToken(ctx, "registration", body.registrationToken);
  const intent =
    consumed === null
      ? await selfServiceIntent(ctx, body)
      : RegistrationIntent.parse(consumed.payload);
  return beginRegistration(ctx, intent, { apiKeyId: consumed?.apiKeyId ?? null });
}
