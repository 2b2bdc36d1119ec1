import type { ExchangeCode, ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import type { TenancyContext } from "@/lib/domain/context";
import { assignUserId } from "@/lib/domain/passkey/assign-user-id";
import { ServiceError } from "@/lib/errors";
import { consumeCode } from "./consume-code";
import { toExtendedPrincipal, toPrincipal } from "./to-principal";

function counted<T>(ctx: TenancyContext, principal: T): T {
  ctx.activity.note(ctx.tenancy.id, "code.exchanged");
  return principal;
}

/** GET /{tenancyId}/token/{token}. One round trip. @throws InvalidCode */
export async function exchangeToken(ctx: TenancyContext, token: string): Promise<Principal> {
  return counted(ctx, toPrincipal(ctx, token, await consumeCode(ctx, ctx.run, token)));
}

/**
 * GET and POST principal/{code}. One round trip, or one transaction where the passkey gets an application user id.
 * @throws InvalidCode · BadRequest (userId), which leaves the code unspent · PasskeyDisabled
 */
export async function exchangeCode(ctx: TenancyContext, code: string, { userId, code_verifier }: ExchangeCode = {}): Promise<ExtendedPrincipal> {
  if (userId === undefined) return counted(ctx, toExtendedPrincipal(await consumeCode(ctx, ctx.run, code, code_verifier)));
  const assigned = await ctx.db.$transaction(async (tx) => {
    const spent = await consumeCode(ctx, (statement) => tx.$queryRaw(statement), code, code_verifier);
    const { passkeyId } = spent;
    const owner = await assignUserId(ctx, tx, { passkeyId, userId, whenDisabled: new ServiceError("@error/PasskeyDisabled", { passkeyId }) });
    if (owner === null) throw new ServiceError("@error/InvalidCode");
    const { sub, email, givenName, familyName, emailVerified } = owner;
    return toExtendedPrincipal({ ...spent, sub, userId: owner.userId, email, givenName, familyName, emailVerified });
  });
  return counted(ctx, assigned);
}
