// Begins a registration:
// 1. consumes the registration token, or creates the intent of a self-service registration
// 2. checks that the user has room for a passkey, and has proved what the tenancy requires
// 3. creates the options and the session
import { randomBytes } from "node:crypto";
import { generateRegistrationOptions } from "@simplewebauthn/server";
import type { RegistrationOptions, RequestRegistrationOptions } from "@/lib/contract/registration";
import { consumeToken } from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { promptMetric } from "@/lib/domain/base/metric";
import { resolveRpId } from "@/lib/domain/base/tenancy/origin";
import { requirePasskeyCapacity } from "@/lib/domain/passkey/assign-user-id";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { requireProof } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import { knownTransports } from "@/lib/domain/passkey/passkey-row";
import {
  findPolicy,
  offeredAlgorithms,
  requestedVerification,
  requestsAttestation,
} from "@/lib/domain/passkey/policy/find-policy";
import { findEmailOwner, findRegistrant } from "@/lib/domain/user/find-user-by-user-id";
import { reserveUserHandle } from "@/lib/domain/user/user-handle";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import {
  clampTimeout,
  hasEmailboxProof,
  type HostedBinding,
  isProvedBy,
  KeptIntent,
  raiseUserVerification,
  RegistrationIntent,
  type RegistrationSession,
  withHints,
} from "./ceremony-intent";

/**
 * Creates the intent of a registration that no backend authorized, from the browser's request.
 * @throws Forbidden when self-service is disabled, and for the system tenancy · InvalidEmail ·
 * DuplicateEmail when a user owns the email
 */
async function createSelfServiceIntent(
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
 * Finds the credentials to exclude. For a user: all theirs with this rpId. No others, because a passkey
 * that moved to someone else must not keep this user from registering on the same device. For a new
 * user: those of the caller's list.
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

/** @throws BadRequest if the user has as many passkeys as allowed · ProofRequired */
async function requireCapacityAndProof(
  ctx: TenancyContext,
  intent: RegistrationIntent,
  { sub, hosted }: { sub: string; hosted: HostedBinding | undefined },
): Promise<void> {
  const existing = await requirePasskeyCapacity(ctx, ctx.db, sub);
  requireProof(ctx, { sub, existing, isProved: isProvedBy({ ...intent, hosted }, sub) });
}

/** Returns the WebAuthn user handle: random for a new user, else as `reserveUserHandle` chooses. */
const chooseUserHandle = async (
  ctx: TenancyContext,
  { rpId, timeoutMs }: RegistrationIntent,
  sub: string | null,
  excludedCredentialIds: string[],
): Promise<string> =>
  sub === null
    ? randomBytes(32).toString("base64url")
    : reserveUserHandle(ctx, ctx.db, {
        sub,
        rpId,
        excludedCredentialIds,
        // A verification that begins just before the session expires may commit later.
        openMs: timeoutMs + 2 * lifetimes.sessionGraceMs,
      });

interface Origination {
  apiKeyId: string | null;
  hosted?: HostedBinding;
}

/**
 * Creates creation options (WebAuthn L3 §5.4) and the session that verifies their response.
 * @throws DuplicateEmail as findRegistrant · BadRequest when the user has as many passkeys as allowed · ProofRequired when the user got a
 * passkey since `authorize`
 */
export async function beginRegistration(
  ctx: TenancyContext,
  intent: RegistrationIntent,
  { apiKeyId, hosted }: Origination,
): Promise<RegistrationOptions> {
  const emailProved = hasEmailboxProof({ hosted });
  const user = await findRegistrant(ctx, ctx.db, { ...intent, emailProved });
  const sub = user?.sub ?? null;
  if (sub !== null) await requireCapacityAndProof(ctx, intent, { sub, hosted });
  const excluded = await findExcluded(ctx, intent, sub);
  const excludedCredentialIds = excluded.map(({ id }) => id);
  const userHandle = await chooseUserHandle(ctx, intent, sub, excludedCredentialIds);
  const policy = await findPolicy(ctx, ctx.db);
  const algorithms = offeredAlgorithms(ctx.tenancy, policy);
  const { rpName, rpId, username, displayName, userVerification, timeoutMs } = intent;
  const optionsJSON = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
    userName: username,
    userDisplayName: displayName,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: timeoutMs,
    attestationType: requestsAttestation(ctx.tenancy, policy) ? "direct" : "none",
    excludeCredentials: excluded,
    authenticatorSelection: {
      residentKey: "required",
      userVerification: requestedVerification(policy, userVerification),
    },
    supportedAlgorithmIDs: algorithms,
  });
  const session: RegistrationSession = {
    ...KeptIntent.parse(intent),
    hosted,
    ceremonyNonce: optionsJSON.challenge,
    userHandle,
    algorithms,
    excludedCredentialIds,
  };
  const { token } = await issueToken(ctx, {
    kind: "registrationSession",
    payload: session,
    lifetimeMs: timeoutMs + lifetimes.sessionGraceMs,
    apiKeyId,
  });
  if (intent.automatic !== true)
    ctx.activity.note(ctx.tenancy.id, promptMetric("registration", "started"));
  return {
    _tag: "RegistrationOptions",
    sessionToken: token,
    optionsJSON: withHints(
      optionsJSON as RegistrationOptions["optionsJSON"],
      intent.hints ?? ctx.tenancy.hints,
    ),
    ...(intent.automatic === true ? { mediation: "conditional" as const } : {}),
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
      ? await createSelfServiceIntent(ctx, body)
      : RegistrationIntent.parse(consumed.payload);
  return beginRegistration(ctx, intent, { apiKeyId: consumed?.apiKeyId ?? null });
}
