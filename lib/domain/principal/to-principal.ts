import type { ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import { lifetimes } from "@/lib/config";
import type { TenancyContext } from "@/lib/domain/context";
import { findPlatformName } from "@/lib/domain/passkey/platform-name";
import type { SpentCode } from "./consume-code";

const lifeSeconds = lifetimes.codeMs / 1_000;

/** The fuller form of the unversioned exchange; its times are whole seconds. */
export function toPrincipal(ctx: TenancyContext, token: string, spent: SpentCode): Principal {
  const { sub, email, givenName, familyName, emailVerified, passkeyId, payload } = spent;
  const { issuedAtSeconds: iat, jti, userVerified } = payload;
  return {
    ...{ token, sub, email, givenName, familyName, emailVerified, authType: "passkey", userVerified, authId: passkeyId },
    ...{ iss: ctx.issuer, aud: ctx.tenancy.id, iat, nbf: iat, exp: iat + lifeSeconds, jti },
  };
}

/** The v2 form; its times are milliseconds. */
export function toExtendedPrincipal(spent: SpentCode): ExtendedPrincipal {
  const { sub, email, givenName, familyName, emailVerified, passkeyId, payload } = spent;
  const platformName = findPlatformName(spent.aaguid);
  const createdAt = payload.issuedAtSeconds * 1_000;
  return {
    _tag: "ExtendedPrincipal",
    id: payload.jti,
    authenticatorId: passkeyId,
    authenticatorType: "passkey",
    userId: spent.userId ?? sub,
    sub,
    operation: payload.operation,
    ...(payload.purpose === undefined ? {} : { purpose: payload.purpose }),
    passkey: { verified: true, userVerified: payload.userVerified, ...(platformName === undefined ? {} : { platformName }) },
    user: { sub, email, givenName, familyName, emailVerified },
    createdAt,
    expiresAt: createdAt + lifetimes.codeMs,
    metadata: {
      ...(payload.ipAddress === undefined ? {} : { ipAddress: payload.ipAddress }),
      ...(payload.userAgent === undefined ? {} : { userAgent: payload.userAgent }),
    },
  };
}
