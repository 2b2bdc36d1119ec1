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

/** Finds a key, revoked and expired ones included; null if the tenancy has none with this id. */
export async function findApiKey(ctx: TenancyContext, id: string): Promise<ListedApiKey | null> {
  const row = await ctx.db.apiKey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id } },
    omit: { hash: true },
  });
  return row === null ? null : listedApiKey(row, ctx.clock.now());
}

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

/** The keys before and after a key in its rotations, as far as they are in use. */
export interface Rotation {
  /** The key that it replaced. */
  older: ListedApiKey | undefined;
  /** The key that replaced it. */
  newer: ListedApiKey | undefined;
}

/**
 * Finds what is in use besides each of these keys because of a rotation.
 * @param keys at most a page of keys
 */
export async function findRotations(
  ctx: TenancyContext,
  keys: readonly Pick<ListedApiKey, "id" | "replacedById">[],
): Promise<Map<string, Rotation>> {
  const now = ctx.clock.now();
  const rows = await ctx.db.apiKey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(now) } }] },
        {
          OR: [
            { replacedById: { in: keys.map(({ id }) => id) } },
            { id: { in: keys.flatMap(({ replacedById }) => replacedById ?? []) } },
          ],
        },
      ],
    },
    omit: { hash: true },
  });
  const found = rows.map((row) => listedApiKey(row, now));
  return new Map(
    keys.map(({ id, replacedById }) => [
      id,
      {
        older: found.find((each) => each.replacedById === id),
        newer: found.find((each) => each.id === replacedById),
      },
    ]),
  );
}
