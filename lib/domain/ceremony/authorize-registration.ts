import type { AuthorizeRegistration } from "@/lib/contract/registration";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { authorizingKey, issueToken } from "@/lib/domain/one-time-token/issue-token";
import { resolveRpId } from "@/lib/domain/tenancy/relying-party";
import { parseEmail, requireEmail } from "@/lib/domain/user/email";
import { findRegistrant } from "@/lib/domain/user/find-registrant";
import { clampTimeout, raiseUserVerification } from "./ceremony-settings";
import { displayNameOf } from "./display-name";
import { requirePasskeyCapacity } from "@/lib/domain/passkey/require-passkey-capacity";
import type { RegistrationIntent } from "./registration-intent";

/**
 * Issues a single-use token that lets a browser register one passkey for this user. Expires in ten
 * minutes.
 * @throws BadRequest (rpId, userId) · InvalidEmail
 */
export async function authorizeRegistration(
  ctx: TenancyContext,
  body: AuthorizeRegistration,
): Promise<{ registrationToken: string; expiresAt: number }> {
  const email = body.email === undefined ? parseEmail(body.username) : requireEmail(body.email);
  const intent: RegistrationIntent = {
    selfService: false,
    username: body.username,
    displayName: displayNameOf(body, body.username),
    userId: body.userId,
    email: email?.shown,
    givenName: body.givenName,
    familyName: body.familyName,
    rpId: resolveRpId(ctx.tenancy, body.rpId),
    rpName: body.rpName ?? ctx.tenancy.rpName,
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    excludeCredentials: body.excludeCredentials ?? [],
    timeoutMs: clampTimeout(body.timeout),
  };
  const user = await findRegistrant(ctx, ctx.db, intent);
  if (user !== null) await requirePasskeyCapacity(ctx, ctx.db, user.sub);
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "registration",
    payload: intent,
    lifetimeMs: lifetimes.registrationTokenMs,
    apiKeyId: authorizingKey(ctx),
  });
  return { registrationToken: token, expiresAt };
}
