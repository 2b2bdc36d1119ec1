import type { AuthorizeAuthentication } from "@/lib/contract/authentication";
import { authorizingKey, issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { resolveRpId } from "@/lib/domain/base/tenancy/origin";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { badRequest } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { type AuthenticationIntent, clampTimeout, raiseUserVerification } from "./ceremony-intent";

/**
 * Finds the passkeys that may sign in: the user's, the listed ones, or those in both.
 * @throws BadRequest when there are none. Browsers read an empty list as "any passkey".
 */
async function findAllowed(
  ctx: TenancyContext,
  body: AuthorizeAuthentication,
  rpId: string,
): Promise<string[]> {
  const user = body.userId === undefined ? null : await findUserByUserId(ctx, ctx.db, body.userId);
  if (body.userId !== undefined && user === null)
    throw badRequest("userId", "no user with a passkey for this rpId has this id");
  const listed =
    body.allowCredentials && (await findPasskeyIds(ctx, ctx.db, body.allowCredentials));
  const passkeys = await ctx.db.passkey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      rpId,
      ...(user === null ? {} : { sub: user.sub }),
      ...(listed === undefined ? {} : { id: { in: [...listed.values()] } }),
    },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  const field = body.allowCredentials === undefined ? "userId" : "allowCredentials";
  if (passkeys.length === 0)
    throw badRequest(field, "no passkey matches for this rpId").about({ sub: user?.sub });
  return passkeys.map(({ id }) => id);
}

/**
 * Issues a single-use token that lets a browser begin one sign-in: with the named user's or listed
 * passkeys, or with any passkey if discoverable. Expires in ten minutes.
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
    hints: body.hints,
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
