import type { TenancyContext } from "@/lib/domain/base/context";
import { type Branding, logoColumns } from "@/lib/domain/base/tenancy/branding";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { describeChanges } from "@/lib/domain/record/audit/describe-changes";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import type { Prisma } from "@/prisma/generated/client";
import { lockSettings } from "./lock-settings";
import { parseChanges } from "./parse-changes";
import { refuseSystemTenancy } from "./refuse-system-tenancy";
import { requestSenderDomain } from "./sender-domain";

/**
 * Updates a tenancy's branding, all of it or nothing. The audit event describes the given settings.
 * @throws BadRequest naming the field · Forbidden for the system tenancy
 */
export async function setBranding(ctx: TenancyContext, branding: Branding): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { brandLogo, ...changes } = branding;
  const settings = parseChanges(changes);
  const data = {
    ...settings,
    ...logoColumns(brandLogo),
    updatedAt: new Date(ctx.clock.now()),
  } as Prisma.TenancyUpdateInput;
  await ctx.db.$transaction(async (tx) => {
    const before = await lockSettings(ctx, tx);
    await tx.tenancy.update({ where: { id: ctx.tenancy.id }, data });
    if (settings.mailSender !== undefined) await requestSenderDomain(ctx, tx, settings.mailSender);
    await recordAudit(ctx, tx, {
      action: "tenancy.branding-changed",
      target: { kind: "tenancy", id: ctx.tenancy.id },
      detail: describeChanges(Object.keys(branding), before, {
        ...before,
        ...settings,
      } as Settings),
    });
  });
}
