import type { TenancyContext } from "@/lib/domain/base/context";
import { describeChanges } from "@/lib/domain/record/audit/describe-changes";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lockSettings } from "./lock-settings";
import { parseChanges } from "./parse-changes";

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
