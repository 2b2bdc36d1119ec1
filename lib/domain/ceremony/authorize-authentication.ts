import type { AuthorizeAuthentication } from "@/lib/contract/authentication";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { authorizingKey, issueToken } from "@/lib/domain/one-time-token/issue-token";
import { resolveRpId } from "@/lib/domain/tenancy/relying-party";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
import { badRequest } from "@/lib/errors";
import type { AuthenticationIntent } from "./authentication-intent";
import { clampTimeout, raiseUserVerification } from "./ceremony-settings";

/**
 * The passkeys that the named account leaves to sign in with: the user's, the listed ones, or what
 * is in both.
 * @throws BadRequest when none is left: an empty list would silently let in everybody with a
 * passkey
 */
async function findAllowed(
  ctx: TenancyContext,
  body: AuthorizeAuthentication,
  rpId: string,
): Promise<string[]> {
  const user = body.userId === undefined ? null : await findUserByUserId(ctx, ctx.db, body.userId);
  if (body.userId !== undefined && user === null)
    throw badRequest("userId", "this user has no passkey that could be used here");
  const passkeys = await ctx.db.passkey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      rpId,
      ...(user === null ? {} : { sub: user.sub }),
      ...(body.allowCredentials === undefined ? {} : { id: { in: body.allowCredentials } }),
    },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  const named = body.allowCredentials === undefined ? "userId" : "allowCredentials";
  if (passkeys.length === 0) throw badRequest(named, "no passkey is left that could be used here");
  return passkeys.map(({ id }) => id);
}

/**
 * A backend's word that whoever brings the token may sign in, to this account alone or
 * discoverably. Ten minutes, single use.
 * @throws BadRequest (rpId, userId, allowCredentials)
 */
export async function authorizeAuthentication(
  ctx: TenancyContext,
  body: AuthorizeAuthentication,
): Promise<{ authenticationToken: string; expiresAt: number }> {
  const rpId = resolveRpId(ctx.tenancy, body.rpId);
  const intent: AuthenticationIntent = {
    rpId,
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    mediation: body.mediation ?? "required",
    purpose: body.purpose,
    timeoutMs: clampTimeout(body.timeout),
    allowPasskeys: body.discoverable === true ? null : await findAllowed(ctx, body, rpId),
  };
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "authentication",
    payload: intent,
    lifetimeMs: lifetimes.authenticationTokenMs,
    apiKeyId: authorizingKey(ctx),
  });
  return { authenticationToken: token, expiresAt };
}
