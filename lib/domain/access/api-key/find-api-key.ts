import type { TenancyContext } from "@/lib/domain/base/context";
import { type ListedApiKey, listedApiKey } from "./list-api-keys";

/** Finds a key, revoked and expired ones included; null if the tenancy has none with this id. */
export async function findApiKey(ctx: TenancyContext, id: string): Promise<ListedApiKey | null> {
  const row = await ctx.db.apiKey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id } },
    omit: { hash: true },
  });
  return row === null ? null : listedApiKey(row, ctx.clock.now());
}
