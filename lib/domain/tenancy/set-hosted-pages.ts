import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";
import { findHostedPages } from "./hosted-pages";

/**
 * Switches the hosted pages on or off.
 * @throws BadRequest (hostedPages) with the reason if they cannot work
 */
export async function setHostedPages(ctx: TenancyContext, hostedPages: boolean): Promise<void> {
  const found = findHostedPages(ctx.tenancy, ctx.baseUrl);
  if (hostedPages && !found.available) throw badRequest("hostedPages", found.reason);
  await ctx.db.$transaction(async (tx) => {
    await tx.tenancy.update({
      where: { id: ctx.tenancy.id },
      data: { hostedPages, updatedAt: new Date(ctx.clock.now()) },
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.hosted-pages-changed",
      target: { kind: "tenancy", id: ctx.tenancy.id },
      detail: hostedPages ? "on" : "off",
    });
  });
}
