import { generateRegistrationOptions, type AuthenticatorTransport } from "@simplewebauthn/server";
import type { RegistrationOptions, RequestRegistrationOptions } from "@/lib/contract/registration";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { consumeToken } from "@/lib/domain/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import { resolveRpId } from "@/lib/domain/tenancy/relying-party";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner, findRegistrant } from "@/lib/domain/user/find-registrant";
import { reserveUserHandle } from "@/lib/domain/user/reserve-user-handle";
import { ServiceError } from "@/lib/errors";
import { clampTimeout, offeredAlgorithms, raiseUserVerification } from "./ceremony-settings";
import { displayNameOf } from "./display-name";
import type { HostedBinding } from "./hosted-binding";
import { refuseOverCap } from "@/lib/domain/passkey/refuse-over-cap";
import { RegistrationIntent, type RegistrationSession } from "./registration-intent";

/**
 * @throws Forbidden where self-service is off · InvalidEmail · DuplicateEmail when the email is
 * held
 */
async function selfServiceIntent(
  ctx: TenancyContext,
  body: RequestRegistrationOptions,
): Promise<RegistrationIntent> {
  if (!ctx.tenancy.selfServiceRegistration || ctx.tenancy.isSystem)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This tenancy has no self-service registration.",
    );
  const email = body.email === undefined ? null : requireEmail(body.email);
  if (email !== null && (await findEmailOwner(ctx, ctx.db, email.normalized)) !== null)
    throw new ServiceError("@error/DuplicateEmail");
  const username = body.username ?? email?.shown ?? "";
  return {
    selfService: true,
    username,
    displayName: displayNameOf(body, username),
    email: email?.shown,
    givenName: body.givenName,
    familyName: body.familyName,
    rpId: resolveRpId(ctx.tenancy, undefined, ctx.client.origin),
    rpName: ctx.tenancy.rpName,
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    excludeCredentials: body.excludeCredentials ?? [],
    timeoutMs: clampTimeout(body.timeout),
  };
}

/**
 * The credentials that must not be registered again: the user's own for this rpId, and those that
 * the caller named.
 */
async function findExcluded(ctx: TenancyContext, intent: RegistrationIntent, sub: string | null) {
  const named =
    intent.excludeCredentials.length > 0 ? [{ id: { in: intent.excludeCredentials } }] : [];
  const own = sub === null ? [] : [{ sub }];
  if (named.length + own.length === 0) return [];
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, rpId: intent.rpId, OR: [...named, ...own] },
    select: { credentialId: true, transports: true },
  });
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as AuthenticatorTransport[],
  }));
}

interface Begun {
  apiKeyId: string | null;
  hosted?: HostedBinding;
}

/**
 * Creation options (WebAuthn L3 §5.4) and the session that answers to them.
 * @throws BadRequest over the passkey cap
 */
export async function beginRegistration(
  ctx: TenancyContext,
  intent: RegistrationIntent,
  { apiKeyId, hosted }: Begun,
): Promise<RegistrationOptions> {
  const user = await findRegistrant(ctx, ctx.db, intent);
  if (user !== null) await refuseOverCap(ctx, ctx.db, user.sub);
  const excluded = await findExcluded(ctx, intent, user?.sub ?? null);
  const userHandle =
    user === null
      ? ctx.randomBytes(32).toString("base64url")
      : await reserveUserHandle(ctx, ctx.db, user.sub, intent.rpId);

  const optionsJSON = await generateRegistrationOptions({
    rpName: intent.rpName,
    rpID: intent.rpId,
    userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
    userName: intent.username,
    userDisplayName: intent.displayName,
    challenge: new Uint8Array(ctx.randomBytes(32)),
    timeout: intent.timeoutMs,
    attestationType: ctx.tenancy.attestation,
    excludeCredentials: excluded,
    authenticatorSelection: { residentKey: "required", userVerification: intent.userVerification },
    supportedAlgorithmIDs: offeredAlgorithms,
  });
  const {
    username,
    displayName,
    userId,
    email,
    givenName,
    familyName,
    selfService,
    emailProved,
    rpId,
    userVerification,
  } = intent;
  const session: RegistrationSession = {
    ...{
      username,
      displayName,
      userId,
      email,
      givenName,
      familyName,
      selfService,
      emailProved,
      rpId,
      userVerification,
      hosted,
    },
    ceremonyNonce: optionsJSON.challenge,
    userHandle,
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
    optionsJSON: optionsJSON as RegistrationOptions["optionsJSON"],
  };
}

/**
 * Spends the registration token, or begins self-service, and hands out creation options.
 * @throws InvalidToken · Forbidden · InvalidEmail · DuplicateEmail · BadRequest over the passkey
 * cap
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
