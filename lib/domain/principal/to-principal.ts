import type { ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { findPlatformName } from "@/lib/domain/passkey/platform-name";
import type { SpentCode } from "./consume-code";

const lifeSeconds = lifetimes.codeMs / 1_000;

type Authenticator = { type: "passkey" | "email"; id: string };

/** What let the person in: a code without a passkey names its challenge. */
function authenticatorOf({ passkeyId, payload }: SpentCode): Authenticator {
  return passkeyId === null
    ? { type: "email", id: payload.challengeId ?? "" }
    : { type: "passkey", id: passkeyId };
}

/** The fuller form of the unversioned exchange; its times are whole seconds. */
export function toPrincipal(ctx: TenancyContext, token: string, spent: SpentCode): Principal {
  const { sub, email, givenName, familyName, emailVerified, payload } = spent;
  const { issuedAtSeconds: iat, jti, userVerified } = payload;
  const { type: authType, id: authId } = authenticatorOf(spent);
  return {
    ...{ token, sub, email, givenName, familyName, emailVerified, authType, userVerified, authId },
    ...{ iss: ctx.issuer, aud: ctx.tenancy.id, iat, nbf: iat, exp: iat + lifeSeconds, jti },
  };
}

function passkeyOf({ passkeyId, aaguid, payload }: SpentCode): ExtendedPrincipal["passkey"] {
  if (passkeyId === null) return undefined;
  const platformName = aaguid === null ? undefined : findPlatformName(aaguid);
  return {
    verified: true,
    userVerified: payload.userVerified,
    ...(platformName === undefined ? {} : { platformName }),
  };
}

/** The v2 form; its times are milliseconds. */
export function toExtendedPrincipal(spent: SpentCode): ExtendedPrincipal {
  const { sub, email, givenName, familyName, emailVerified, payload } = spent;
  const { type: authenticatorType, id: authenticatorId } = authenticatorOf(spent);
  const passkey = passkeyOf(spent);
  const createdAt = payload.issuedAtSeconds * 1_000;
  return {
    _tag: "ExtendedPrincipal",
    id: payload.jti,
    authenticatorId,
    authenticatorType,
    userId: spent.userId ?? sub,
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
