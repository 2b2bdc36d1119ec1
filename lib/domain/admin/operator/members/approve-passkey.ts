import { z } from "zod";
import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { deletePasskeys } from "@/lib/domain/passkey/delete-passkeys";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { isWaitingHere, mayDecide } from "./waiting-passkey";

interface Decision {
  passkeyId: string;
  approver: OperatorSession;
}

/**
 * Makes another operator's waiting passkey trusted immediately.
 * @throws NotFound if there is none, or the approver may not decide about it
 */
export async function approvePasskey(
  ctx: TenancyContext,
  { passkeyId, approver }: Decision,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE "OperatorPasskey" w
      SET "trustedFrom" = ${new Date(ctx.clock.now())}, "approvedBy" = ${approver.sub}
      FROM "Passkey" p
      WHERE w."passkeyId" = ${passkeyId}
        AND ${isWaitingHere(ctx, approver.systemId)} AND ${mayDecide(approver)}`;
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "operator.passkey-approved",
      target: { kind: "passkey", id: passkeyId },
    });
  });
}

/**
 * Deletes another operator's waiting passkey and ends all their sessions, because its creator may
 * have read the operator's email.
 * @throws NotFound if there is none, or the approver may not decide about it
 */
export async function refusePasskey(
  ctx: TenancyContext,
  { passkeyId, approver }: Decision,
): Promise<void> {
  const system = { ...ctx, tenancy: { ...ctx.tenancy, id: approver.systemId } };
  await ctx.db.$transaction(async (tx) => {
    const [refused] = await tx.query(z.object({ sub: z.string() }))`
      SELECT p."sub" FROM "OperatorPasskey" w, "Passkey" p
      WHERE w."passkeyId" = ${passkeyId}
        AND ${isWaitingHere(ctx, approver.systemId)} AND ${mayDecide(approver)}
      FOR UPDATE OF w`;
    if (refused === undefined) throw new ServiceError("@error/NotFound");
    await tx.operatorSession.deleteMany({
      where: { tenancyId: approver.systemId, sub: refused.sub },
    });
    await deletePasskeys(system, tx, { passkeyIds: [passkeyId] });
    await recordAudit(ctx, tx, {
      action: "operator.passkey-removed",
      target: { kind: "passkey", id: passkeyId },
      detail: "refused",
    });
  });
}
