import { authorizeAuthentication } from "@/lib/domain/ceremony/authorize-authentication";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { OperatorSession } from "./find-session";
import { openSession } from "./open-session";
import { asOperator } from "@/lib/domain/operator/operator-context";
import { provePasskey, stepUpPurpose } from "./prove-passkey";
import { findTrustedFrom } from "./trusted-passkey";

/**
 * Signs in whoever used a passkey of the system tenancy and has a role. @returns the cookie's value
 * @throws InvalidCode · Forbidden without a role or user verification, or for a passkey that the
 * console never took
 */
export async function signIn(ctx: TenancyContext, code: string): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "authentication" });
    if ((await tx.operator.count({ where: { sub } })) === 0)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This account has no role in any console here.",
      );
    const trustedFrom = await findTrustedFrom(ctx, tx, passkeyId);
    // Made with a code's session whose owners were never told: its adding was not finished.
    if (trustedFrom === null)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This passkey was never added to the console. Sign in with a code, remove it, and add another.",
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
 * A token for a ceremony with one of the operator's own passkeys. @throws BadRequest when they have
 * none
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
 * Keeps that a signed-in operator proved themselves once more.
 * @throws InvalidCode for another ceremony's or somebody else's · Forbidden for a passkey that does
 * not count yet
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
        "This passkey was added after a sign-in by e-mailed code. It counts for this 24 hours after that, or when another owner approves it.",
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
