import type { RequestRegistrationOptions } from "@/lib/contract/registration";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { resolveRpId } from "@/lib/domain/base/tenancy/resolve-rp-id";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { clampTimeout, raiseUserVerification } from "./ceremony-settings";
import type { RegistrationIntent } from "./registration-intent";

/**
 * Creates the intent of a registration that no backend authorized, from the browser's request.
 * @throws Forbidden when self-service is disabled, and for the system tenancy · InvalidEmail ·
 * DuplicateEmail when a user owns the email
 */
export async function createSelfServiceIntent(
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
