import type { ExchangeCode, ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { assignUserId } from "@/lib/domain/passkey/assign-user-id";
import { takeUserId } from "@/lib/domain/user/take-user-id";
import { ServiceError } from "@/lib/errors";
import { consumeCode, reportRefusedVerifier, type SpentCode } from "./consume-code";
import { toExtendedPrincipal, toPrincipal } from "./to-principal";

function counted<T>(ctx: TenancyContext, principal: T): T {
  ctx.activity.note(ctx.tenancy.id, "code.exchanged");
  return principal;
}

interface Presented {
  code: string;
  verifier?: string | undefined;
}

/**
 * Spends the code by `work`; a refusal of a live code, whose verifier did not come with it, is told
 * to the audit.
 */
async function spend<T>(
  ctx: TenancyContext,
  { code, verifier }: Presented,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.tag === "@error/InvalidCode")
      await reportRefusedVerifier(ctx, code, verifier);
    throw error;
  }
}

/** GET /{tenancyId}/token/{token}. One round trip. @throws InvalidCode */
export async function exchangeToken(ctx: TenancyContext, token: string): Promise<Principal> {
  return counted(
    ctx,
    toPrincipal(
      ctx,
      token,
      await spend(ctx, { code: token }, () => consumeCode(ctx, ctx.run, token)),
    ),
  );
}

/** The spent code's passkey, or its user where there is no passkey, gets the application's id. */
async function spendAndAssign(
  ctx: TenancyContext,
  { code, verifier }: Presented,
  userId: string,
): Promise<SpentCode> {
  return ctx.db.$transaction(async (tx) => {
    const run: RunStatement = (statement) => tx.$queryRaw(statement);
    const spent = await consumeCode(ctx, run, code, verifier);
    const { passkeyId, sub: own } = spent;
    const owner =
      passkeyId === null
        ? await takeUserId(ctx, tx, { sub: own, userId })
        : await assignUserId(ctx, tx, {
            passkeyId,
            userId,
            whenDisabled: new ServiceError("@error/PasskeyDisabled", { passkeyId }),
          });
    if (owner === null) throw new ServiceError("@error/InvalidCode");
    const { sub, email, givenName, familyName, emailVerified } = owner;
    return { ...spent, sub, userId: owner.userId, email, givenName, familyName, emailVerified };
  });
}

/**
 * GET and POST principal/{code}. One round trip, or one transaction where an application user id is
 * given.
 * @throws InvalidCode · BadRequest (userId), which leaves the code unspent · PasskeyDisabled
 */
export async function exchangeCode(
  ctx: TenancyContext,
  code: string,
  { userId, code_verifier }: ExchangeCode = {},
): Promise<ExtendedPrincipal> {
  const presented = { code, verifier: code_verifier };
  const spent = await spend(ctx, presented, () =>
    userId === undefined
      ? consumeCode(ctx, ctx.run, code, code_verifier)
      : spendAndAssign(ctx, presented, userId),
  );
  return counted(ctx, toExtendedPrincipal(spent));
}
