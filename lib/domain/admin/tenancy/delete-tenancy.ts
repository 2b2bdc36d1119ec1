import type { TenancyContext } from "@/lib/domain/base/context";
import { type AuditEvent, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { refuseSystemTenancy } from "./refuse-system-tenancy";

/**
 * Deletes a tenancy. Its users, backends and operators lose access immediately; the purge deletes
 * its rows later, in batches. Audit events stay. The deletion is also audited in the system tenancy,
 * where operators can still read it.
 * @param input.name the tenancy's name, as a confirmation
 * @throws BadRequest for another name · Forbidden for the system tenancy · NotFound if it is already
 * deleted
 */
export async function deleteTenancy(ctx: TenancyContext, input: { name: string }): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const stored = await tx.tenancy.findFirst({
      where: { id, deletedAt: null },
      select: { name: true },
    });
    if (stored === null) throw new ServiceError("@error/NotFound");
    if (stored.name !== input.name.trim())
      throw badRequest("name", "This is not the tenancy’s name");
    const { count } = await tx.tenancy.updateMany({
      where: { id, name: stored.name, deletedAt: null },
      data: { deletedAt: now, suspendedAt: now, updatedAt: now },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await tx.relatedOriginsHost.deleteMany({ where: { tenancyId: id } });
    await tx.senderDomain.deleteMany({ where: { tenancyId: id } });
    await tx.operatorInvitation.deleteMany({ where: { tenancyId: id } });
    await tx.operator.deleteMany({ where: { tenancyId: id } });
    const event: AuditEvent = { action: "tenancy.deleted", target: { kind: "tenancy", id } };
    await recordAudit(ctx, tx, event);
    const system = await tx.tenancy.findFirst({ where: { isSystem: true }, select: { id: true } });
    if (system !== null) await recordAudit({ ...ctx, tenancy: system }, tx, event);
  });
}
