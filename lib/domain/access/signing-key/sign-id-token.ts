import { SignJWT } from "jose";
import type { Assurance } from "@/lib/contract/principal";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import type { ActiveKey } from "./get-signing-key";

/** The `iss` of a tenancy's tokens: its own, or else the installation's. */
export const tokenIssuer = ({ tenancy, issuer }: TenancyContext): string =>
  tenancy.issuer ?? issuer;

export interface IdTokenClaims {
  /** The application's id of the user, else our `sub`. */
  userId: string;
  jti: string;
  /** Whole seconds (RFC 7519). */
  issuedAtSeconds: number;
  passkeyId: string;
  userVerified: boolean;
  assurance: Assurance;
}

/**
 * Signs an id_token: a JWT with ES256 that expires after five minutes (contract §3). `acr` is the
 * assurance of the principal (OpenID Connect Core §2).
 */
export function signIdToken(
  ctx: TenancyContext,
  key: ActiveKey,
  claims: IdTokenClaims,
): Promise<string> {
  const { passkeyId, userVerified, assurance } = claims;
  return new SignJWT({
    acr: `urn:keystead:${assurance}`,
    "a:id": passkeyId,
    "a:typ": "passkey",
    "pk:uv": userVerified,
  })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .setIssuer(tokenIssuer(ctx))
    .setAudience(ctx.tenancy.id)
    .setSubject(claims.userId)
    .setJti(claims.jti)
    .setIssuedAt(claims.issuedAtSeconds)
    .setNotBefore(claims.issuedAtSeconds)
    .setExpirationTime(claims.issuedAtSeconds + lifetimes.idTokenMs / 1_000)
    .sign(key.privateKey);
}
