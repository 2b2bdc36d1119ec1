import type { TenancyContext } from "@/lib/domain/context";

/** Revocation and expiry are for good; a locked key may be unlocked. */
export type ApiKeyState = "live" | "locked" | "expired" | "revoked";

export interface ListedApiKey {
  id: string;
  name: string;
  /** The part of the key that anybody may see: `ks_` and the public id. */
  start: string;
  scopes: string[];
  state: ApiKeyState;
  /** Milliseconds, as all times here. */
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  /** The key that took its place. */
  replacedById: string | null;
}

interface Life {
  lockedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

function stateOf({ lockedAt, revokedAt, expiresAt }: Life, nowMs: number): ApiKeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return "expired";
  return lockedAt === null ? "live" : "locked";
}

type Row = Life &
  Pick<ListedApiKey, "id" | "name" | "scopes" | "replacedById"> & {
    publicId: string;
    createdAt: Date;
    lastUsedAt: Date | null;
  };

export const listedApiKey = (row: Row, nowMs: number): ListedApiKey => ({
  id: row.id,
  name: row.name,
  start: `ks_${row.publicId}`,
  scopes: row.scopes,
  state: stateOf(row, nowMs),
  createdAt: row.createdAt.getTime(),
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  expiresAt: row.expiresAt?.getTime() ?? null,
  replacedById: row.replacedById,
});

/** The tenancy's keys, the oldest first; of the secret nothing, not even its hash. */
export async function listApiKeys(ctx: TenancyContext): Promise<ListedApiKey[]> {
  const rows = await ctx.db.apiKey.findMany({
    where: { tenancyId: ctx.tenancy.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    omit: { hash: true },
  });
  return rows.map((row) => listedApiKey(row, ctx.clock.now()));
}
