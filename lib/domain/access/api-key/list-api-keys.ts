import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";

/** Expired and revoked are final. A locked key can be unlocked. */
export type ApiKeyState = "live" | "locked" | "expired" | "revoked";

export interface ListedApiKey {
  id: string;
  name: string;
  /** The public part of the key: `ks_` and the public id. */
  start: string;
  scopes: string[];
  state: ApiKeyState;
  /** In ms, like all times here. */
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  /** Whether it expires soon and no key has replaced it. */
  isExpiringSoon: boolean;
  /** The key that replaced it in a rotation. */
  replacedById: string | null;
  /** The operator's `sub`, `system` for the command line, or null. */
  createdBy: string | null;
  /** The API key that created it. Both are null for keys of earlier releases. */
  createdByKeyId: string | null;
  /** Who locked it. Only an operator can unlock what an operator or the command line locked. */
  lockedBy: "operator" | "apiKey" | null;
}

interface Life {
  lockedAt: Date | null;
  /** `lockedAt` if an API key locked it. */
  keyLockedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

function stateOf({ lockedAt, revokedAt, expiresAt }: Life, nowMs: number): ApiKeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return "expired";
  return lockedAt === null ? "live" : "locked";
}

/** Who locked a key. A lock of the previous release, which knows no API keys' locks, is an operator's. */
export function lockerOf({
  lockedAt,
  keyLockedAt,
}: Pick<Life, "lockedAt" | "keyLockedAt">): ListedApiKey["lockedBy"] {
  if (lockedAt === null) return null;
  return lockedAt.getTime() === keyLockedAt?.getTime() ? "apiKey" : "operator";
}

type Row = Life &
  Pick<ListedApiKey, "id" | "name" | "scopes" | "replacedById" | "createdBy" | "createdByKeyId"> & {
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
  isExpiringSoon:
    row.replacedById === null &&
    row.expiresAt !== null &&
    row.expiresAt.getTime() > nowMs &&
    row.expiresAt.getTime() <= nowMs + lifetimes.keyExpiryMarkedMs,
  replacedById: row.replacedById,
  createdBy: row.createdBy,
  createdByKeyId: row.createdByKeyId,
  lockedBy: lockerOf(row),
});

/** Lists the tenancy's keys, oldest first, without their secrets or hashes. */
export async function listApiKeys(ctx: TenancyContext): Promise<ListedApiKey[]> {
  const rows = await ctx.db.apiKey.findMany({
    where: { tenancyId: ctx.tenancy.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    omit: { hash: true },
  });
  return rows.map((row) => listedApiKey(row, ctx.clock.now()));
}
