import type { Assurance, ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import { tokenIssuer } from "@/lib/domain/access/signing-key/sign-id-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { lifetimes } from "@/lib/limits";
import type { ConsumedCode } from "./consume-code";

/**
 * Returns the authentication assurance level of a ceremony, by NIST SP 800-63B-4. A passkey with user
 * verification is a multi-factor authenticator, and one without is a single factor. A mailbox is no
 * authenticator (§3.1.3.1).
 */
export function assuranceOf({
  isPasskey,
  userVerified,
}: {
  isPasskey: boolean;
  userVerified: boolean;
}): Assurance {
  if (!isPasskey) return "none";
  return userVerified ? "aal2" : "aal1";
}

const lifetimeSeconds = lifetimes.codeMs / 1_000;

type Authenticator = { type: "passkey" | "email"; id: string };

/** The passkey, or the mailbox challenge of a sign-in with an emailed code. */
function authenticatorOf({ shownPasskeyId, payload }: ConsumedCode): Authenticator {
  return shownPasskeyId === null
    ? { type: "email", id: payload.challengeId ?? "" }
    : { type: "passkey", id: shownPasskeyId };
}

/** Builds the reply of the unversioned exchange. Times are whole seconds. */
export function toPrincipal(ctx: TenancyContext, token: string, consumed: ConsumedCode): Principal {
  const { sub, email, givenName, familyName, emailVerified, payload } = consumed;
  const { issuedAtSeconds: iat, jti, userVerified } = payload;
  const { type: authType, id: authId } = authenticatorOf(consumed);
  return {
    token,
    sub,
    email,
    givenName,
    familyName,
    emailVerified,
    authType,
    userVerified,
    authId,
    iss: tokenIssuer(ctx),
    aud: ctx.tenancy.id,
    iat,
    nbf: iat,
    exp: iat + lifetimeSeconds,
    jti,
  };
}

function passkeyOf(
  { clock }: TenancyContext,
  { passkeyId, aaguid, quarantinedUntil, payload }: ConsumedCode,
): ExtendedPrincipal["passkey"] {
  if (passkeyId === null) return undefined;
  const untilMs = quarantinedUntil?.getTime() ?? 0;
  const platformName = aaguid === null ? undefined : findPlatformName(aaguid);
  return {
    verified: true,
    userVerified: payload.userVerified,
    ...(platformName === undefined ? {} : { platformName }),
    ...(untilMs > clock.now() ? { availableAt: untilMs } : {}),
  };
}

/** Builds the reply of the v2 exchange. Times are milliseconds. */
export function toExtendedPrincipal(
  ctx: TenancyContext,
  consumed: ConsumedCode,
): ExtendedPrincipal {
  const { sub, email, givenName, familyName, emailVerified, payload } = consumed;
  const { type: authenticatorType, id: authenticatorId } = authenticatorOf(consumed);
  const passkey = passkeyOf(ctx, consumed);
  const createdAt = payload.issuedAtSeconds * 1_000;
  return {
    _tag: "ExtendedPrincipal",
    id: payload.jti,
    authenticatorId,
    authenticatorType,
    assurance: assuranceOf({
      isPasskey: passkey !== undefined,
      userVerified: payload.userVerified,
    }),
    ...(payload.authenticatorAttachment === undefined
      ? {}
      : { authenticatorAttachment: payload.authenticatorAttachment }),
    userId: consumed.userId ?? sub,
    sub,
    operation: payload.operation,
    ...(payload.purpose === undefined ? {} : { purpose: payload.purpose }),
    ...(passkey === undefined ? {} : { passkey }),
    user: { sub, email, givenName, familyName, emailVerified },
    createdAt,
    expiresAt: createdAt + lifetimes.codeMs,
    metadata: {
      ...(payload.ipAddress === undefined ? {} : { ipAddress: payload.ipAddress }),
      ...(payload.userAgent === undefined ? {} : { userAgent: payload.userAgent }),
    },
  };
}
