import type { BrowserPrincipal } from "@/lib/contract/principal";
import type { ActiveKey } from "@/lib/domain/access/signing-key/get-signing-key";
import { signIdToken } from "@/lib/domain/access/signing-key/sign-id-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { PreparedCode } from "./prepare-code";
import { assuranceOf } from "./to-principal";

export interface SignedInUser {
  sub: string;
  userId: string | null;
  email: string;
  givenName: string;
  familyName: string;
  emailVerified: boolean;
}

interface CompletedCeremony {
  code: PreparedCode;
  user: SignedInUser;
  /** The id that callers see. */
  passkeyId: string;
  /** Until when the new passkey can't sign in. */
  quarantinedUntil?: Date | null;
}

/**
 * Signs the ID token and builds the browser's reply to a completed ceremony. A passkey in quarantine
 * gets an empty ID token: a signed one would sign in without an exchange.
 */
export async function toBrowserSuccess(
  ctx: TenancyContext,
  key: ActiveKey,
  { code, user, passkeyId, quarantinedUntil = null }: CompletedCeremony,
): Promise<{ code: string; id_token: string; principal: BrowserPrincipal }> {
  const { sub, email, givenName, familyName, emailVerified } = user;
  const { jti, issuedAtSeconds, userVerified } = code.payload;
  const userId = user.userId ?? sub;
  const assurance = assuranceOf({ isPasskey: true, userVerified });
  const claims = { userId, jti, issuedAtSeconds, passkeyId, userVerified, assurance };
  return {
    code: code.code,
    id_token: quarantinedUntil === null ? await signIdToken(ctx, key, claims) : "",
    principal: {
      token: code.code,
      sub,
      authenticatorId: passkeyId,
      userId,
      email,
      givenName,
      familyName,
      emailVerified,
      authType: "passkey",
      userVerified,
    },
  };
}
