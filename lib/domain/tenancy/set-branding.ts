import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { type Branding, brandingColumns } from "./branding";
import { refuseSystemTenancy } from "./refuse-system-tenancy";
import { requestSenderDomain } from "./sender-domain";

/**
 * Updates a tenancy's branding, all of it or nothing. The audit event names the changed settings.
 * @throws BadRequest naming the field · Forbidden for the system tenancy
 */
export async function setBranding(ctx: TenancyContext, branding: Branding): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const data = { ...brandingColumns(branding), updatedAt: new Date(ctx.clock.now()) };
  await ctx.db.$transaction(async (tx) => {
    await tx.tenancy.update({ where: { id: ctx.tenancy.id }, data });
    if (branding.mailSender !== undefined) await requestSenderDomain(ctx, tx, branding.mailSender);
    await recordAudit(ctx, tx, {
      action: "tenancy.branding-changed",
      target: { kind: "tenancy", id: ctx.tenancy.id },
      detail: Object.keys(branding).join(" "),
    });
  });
}
