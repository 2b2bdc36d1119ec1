import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { authorizeAuthentication } from "@/lib/domain/sign-in/ceremony/authorize-authentication";
import { ServiceError } from "@/lib/errors";
import type { OperatorSession } from "./find-session";
import { findTrustedFrom, openSession, provePasskey, stepUpPurpose } from "./open-session";

/**
 * Signs an operator in with the code of a passkey ceremony in the system tenancy.
 * @returns the session cookie's value
 * @throws InvalidCode · Forbidden without a role, without user verification, or for a passkey that
 * was never added to the console
 */
export async function signIn(ctx: TenancyContext, code: string): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "authentication" });
    if ((await tx.operator.count({ where: { sub } })) === 0)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This account has no role in this console.",
      );
    const trustedFrom = await findTrustedFrom(ctx, tx, passkeyId);
    // A code session registered the passkey but never added it, so no owner was notified.
    if (trustedFrom === null)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This passkey was never added to the console. " +
          "Sign in with a code, remove it, and add another.",
      );
    return openSession(ctx, tx, {
      sub,
      signIn: "passkey",
      passkeyId,
      isSteppedUp: trustedFrom <= ctx.clock.now(),
    });
  });
}

/**
 * Authorizes a step-up ceremony with one of the operator's own passkeys.
 * @throws BadRequest if they have none
 */
export function authorizeStepUp(
  ctx: TenancyContext,
  { sub }: OperatorSession,
): Promise<{ authenticationToken: string }> {
  return authorizeAuthentication(ctx, {
    userId: sub,
    userVerification: "required",
    purpose: stepUpPurpose,
  });
}

/**
 * Records that a signed-in operator used a trusted passkey again. The session then has a fresh
 * passkey for `lifetimes.stepUpMs`.
 * @throws InvalidCode for a code of another ceremony or operator · Forbidden for a passkey that is
 * not trusted yet
 */
export async function stepUp(
  ctx: TenancyContext,
  session: OperatorSession,
  code: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, {
      operation: "authentication",
      purpose: stepUpPurpose,
    });
    if (sub !== session.sub) throw new ServiceError("@error/InvalidCode");
    if (((await findTrustedFrom(ctx, tx, passkeyId)) ?? Infinity) > ctx.clock.now())
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This passkey was added after a sign-in with an emailed code. " +
          "You can use it here 24 hours later, or when another owner approves it.",
      );
    await tx.operatorSession.updateMany({
      where: { tenancyId: ctx.tenancy.id, id: session.id },
      data: { steppedUpAt: new Date(ctx.clock.now()), passkeyId },
    });
    await recordAudit(asOperator(ctx, sub), tx, {
      action: "operator.stepped-up",
      target: { kind: "operator", id: sub },
    });
  });
}
