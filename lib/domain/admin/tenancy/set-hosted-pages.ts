import type { TenancyContext } from "@/lib/domain/base/context";
import { findHostedPages } from "@/lib/domain/base/tenancy/hosted-pages";
import { describeChanges } from "@/lib/domain/record/audit/describe-changes";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest } from "@/lib/errors";
import { lockSettings, parseChanges } from "./settings-change";

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

/**
 * Replaces the URIs that the hosted pages may return to. They are compared as exact strings.
 * @throws BadRequest naming each invalid URI as redirectUris.0 …
 */
export async function setRedirectUris(ctx: TenancyContext, given: string[]): Promise<void> {
  const { redirectUris = [] } = parseChanges({ redirectUris: given });
  await ctx.db.$transaction(async (tx) => {
    const before = await lockSettings(ctx, tx);
    await tx.tenancy.update({
      where: { id: ctx.tenancy.id },
      data: { redirectUris, updatedAt: new Date(ctx.clock.now()) },
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.redirect-uris-changed",
      target: { kind: "tenancy", id: ctx.tenancy.id },
      detail: describeChanges(["redirectUris"], before, { ...before, redirectUris }),
    });
  });
}
