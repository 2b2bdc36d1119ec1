import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { type Branding, logoColumns } from "@/lib/domain/base/tenancy/branding";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { describeChanges } from "@/lib/domain/record/audit/describe-changes";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import type { Prisma } from "@/prisma/generated/client";
import { refuseSystemTenancy } from "./delete-tenancy";
import { requestSenderDomain } from "./sender-domain";
import { lockSettings, parseChanges } from "./settings-change";

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

export interface Logo {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  hash: string;
}

/** Finds a tenancy's logo. Undefined if it has none or does not exist. */
export async function findLogo({ db }: Service, tenancyId: string): Promise<Logo | undefined> {
  const found = await db.tenancy.findUnique({
    where: { id: tenancyId, deletedAt: null },
    select: { brandLogo: true, brandLogoType: true, brandLogoHash: true },
  });
  const { brandLogo: bytes, brandLogoType: type, brandLogoHash: hash } = found ?? {};
  return bytes && type && hash ? { bytes, type, hash } : undefined;
}
