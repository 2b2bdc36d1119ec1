import { authorizeAuthentication } from "@/lib/domain/ceremony/authorize-authentication";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { OperatorSession } from "./find-session";
import { openSession } from "./open-session";
import { asOperator } from "./operator-context";
import { provePasskey, stepUpPurpose } from "./prove-passkey";
import { isTrustedPasskey } from "./trusted-passkey";

/**
 * Signs in whoever used a passkey of the system tenancy and has a role. @returns the cookie's value
 * @throws InvalidCode · Forbidden without a role or user verification
 */
export async function signIn(ctx: TenancyContext, code: string): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "authentication" });
    if ((await tx.operator.count({ where: { sub } })) === 0) throw new ServiceError("@error/Forbidden", undefined, "This account has no role in any console here.");
    return openSession(ctx, tx, { sub, signIn: "passkey", passkeyId, isSteppedUp: await isTrustedPasskey(ctx, tx, passkeyId) });
  });
}

/** A token for a ceremony with one of the operator's own passkeys. @throws BadRequest when they have none */
export function authorizeStepUp(ctx: TenancyContext, { sub }: OperatorSession): Promise<{ authenticationToken: string }> {
  return authorizeAuthentication(ctx, { userId: sub, userVerification: "required", purpose: stepUpPurpose });
}

/**
 * Keeps that a signed-in operator proved themselves once more.
 * @throws InvalidCode for another ceremony's or somebody else's · Forbidden for a passkey that does not count yet
 */
export async function stepUp(ctx: TenancyContext, session: OperatorSession, code: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "authentication", purpose: stepUpPurpose });
    if (sub !== session.sub) throw new ServiceError("@error/InvalidCode");
    if (!(await isTrustedPasskey(ctx, tx, passkeyId)))
      throw new ServiceError("@error/Forbidden", undefined, "This passkey was added after a sign-in by e-mailed code. It counts for this 24 hours after that, or when another owner approves it.");
    await tx.operatorSession.updateMany({ where: { tenancyId: ctx.tenancy.id, id: session.id }, data: { steppedUpAt: new Date(ctx.clock.now()), passkeyId } });
    await recordAudit(asOperator(ctx, sub), tx, { action: "operator.stepped-up", target: { kind: "operator", id: sub } });
  });
}
