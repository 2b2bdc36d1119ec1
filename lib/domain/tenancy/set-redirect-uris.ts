import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";
import { isRedirectUri } from "./is-redirect-uri";

const maxUris = 50;

/**
 * Replaces the URIs that the hosted pages may return to. They are compared as exact strings.
 * @throws BadRequest (redirectUris)
 */
export async function setRedirectUris(ctx: TenancyContext, redirectUris: string[]): Promise<void> {
  if (redirectUris.length > maxUris)
    throw badRequest("redirectUris", `must have at most ${maxUris} addresses`);
  for (const uri of redirectUris)
    if (!isRedirectUri(uri))
      throw badRequest(
        "redirectUris",
        `${uri} is not an address such as https://app.example.com/signed-in, without a fragment`,
      );
  await ctx.db.$transaction(async (tx) => {
    await tx.tenancy.update({
      where: { id: ctx.tenancy.id },
      data: { redirectUris: [...new Set(redirectUris)], updatedAt: new Date(ctx.clock.now()) },
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.redirect-uris-changed",
      target: { kind: "tenancy", id: ctx.tenancy.id },
    });
  });
}
