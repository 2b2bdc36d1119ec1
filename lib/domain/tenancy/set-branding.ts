import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { brandingColumns, type Branding } from "./branding";
import { refuseSystemTenancy } from "./refuse-system-tenancy";
import { requestSenderDomain } from "./sender-domain";

/**
 * Audited with the names of what it sets. @throws BadRequest that names the field, having changed
 * nothing · Forbidden
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
