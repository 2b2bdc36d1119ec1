import type { TenancyContext } from "@/lib/domain/base/context";
import { type ListedApiKey, listedApiKey } from "./list-api-keys";

const pageRows = 50;

/**
 * Lists the keys in use, the expired and revoked ones (`isOver`), or all, newest first.
 * @returns at most `rows` keys; `next` is the `before` of the next page, null on the last one
 */
export async function listApiKeyPage(
  ctx: TenancyContext,
  {
    isOver,
    before,
    rows: most = pageRows,
  }: { isOver?: boolean; before?: string | undefined; rows?: number },
): Promise<{ keys: ListedApiKey[]; next: string | null }> {
  const now = new Date(ctx.clock.now());
  const over = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] };
  const inUse = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const state = isOver === undefined ? {} : isOver ? over : inUse;
  const rows = await ctx.db.apiKey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      ...(before === undefined ? {} : { id: { lt: before } }),
      ...state,
    },
    orderBy: { id: "desc" },
    take: most + 1,
    omit: { hash: true },
  });
  const keys = rows.slice(0, most).map((row) => listedApiKey(row, now.getTime()));
  return { keys, next: rows.length > most ? (keys.at(-1)?.id ?? null) : null };
}
