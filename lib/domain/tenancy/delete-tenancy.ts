import { recordAudit, type AuditEvent } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest, ServiceError } from "@/lib/errors";
import { refuseSystemTenancy } from "./refuse-system-tenancy";

/**
 * Deletes the tenancy, whose name has to be given: gone for its users, backends and operators at
 * once, while the purge deletes what it holds in batches, since there may be hundreds of thousands
 * of rows. Audit events stay; that it was deleted is told in the system tenancy as well, where
 * somebody can still read it.
 * @throws BadRequest when the name is another · Forbidden · NotFound when somebody was first
 */
export async function deleteTenancy(
  ctx: TenancyContext,
  { name }: { name: string },
): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const known = await tx.tenancy.findFirst({
      where: { id, deletedAt: null },
      select: { name: true },
    });
    if (known === null) throw new ServiceError("@error/NotFound");
    if (known.name !== name.trim()) throw badRequest("name", "This is not the tenancy’s name");
    const { count } = await tx.tenancy.updateMany({
      where: { id, name: known.name, deletedAt: null },
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
