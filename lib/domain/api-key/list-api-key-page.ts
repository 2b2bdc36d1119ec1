import type { TenancyContext } from "@/lib/domain/context";
import { type ListedApiKey, listedApiKey } from "./list-api-keys";

const pageRows = 50;

/**
 * Lists the keys in use, or the expired and revoked ones (`isOver`), newest first.
 * @returns at most 50 keys; `next` is the `before` of the next page, null on the last one
 */
export async function listApiKeyPage(
  ctx: TenancyContext,
  { isOver, before }: { isOver: boolean; before?: string | undefined },
): Promise<{ keys: ListedApiKey[]; next: string | null }> {
  const now = new Date(ctx.clock.now());
  const state = isOver
    ? { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] }
    : { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const rows = await ctx.db.apiKey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      ...(before === undefined ? {} : { id: { lt: before } }),
      ...state,
    },
    orderBy: { id: "desc" },
    take: pageRows + 1,
    omit: { hash: true },
  });
  const keys = rows.slice(0, pageRows).map((row) => listedApiKey(row, now.getTime()));
  return { keys, next: rows.length > pageRows ? (keys.at(-1)?.id ?? null) : null };
}
