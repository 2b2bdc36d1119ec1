import { LRUCache } from "lru-cache";
import type { CachedContext, Service, TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { tenancyVersion } from "@/lib/domain/tenancy/cached-tenancy";
import { Prisma } from "@/prisma/generated/client";
import { liveKey, type CachedKey, type FoundKey, type StoredKey } from "./live-key";

/**
 * Cache of API keys found in the last minute. An entry is only a guess: the next statement includes
 * the CTE `caller`, which yields no row if the key, its scopes or its tenancy changed.
 */
const entries = new LRUCache<string, CacheEntry>({ max: 10_000 });

interface CacheEntry extends FoundKey {
  batchKey: string;
  /** In ms. The next lookup then writes `lastUsedAt` again. */
  expiresAt: number;
}

const entryName = ({ tenancyId, hash }: StoredKey) => `${tenancyId} ${hash.toString("hex")}`;

/** Caches a key until `expiresAt` (ms). */
export function cacheKey({ stored, live, version }: FoundKey, expiresAt: number): void {
  const name = entryName(stored);
  const batchKey = `${name} ${version} ${live.scopes.join(" ")}`;
  entries.set(name, { stored, live, version, batchKey, expiresAt });
}

export const forgetKey = (stored: StoredKey) => void entries.delete(entryName(stored));

/** Returns the cached key with this text, without a round trip. Undefined if there is none. */
export function findCachedKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  key: string,
): CachedKey | undefined {
  const entry = entries.get(`${tenancyId} ${hashSecretValue(key).toString("hex")}`);
  if (entry === undefined || entry.expiresAt <= clock.now()) return undefined;
  const { stored, live, version, batchKey } = entry;
  return { stored, live, version, batchKey, isRevalidated: false };
}

/**
 * The CTE `caller`: one row if the cached key is still live with the same scopes and tenancy.
 * Always one row for a caller whose key did not come from the cache.
 */
export function revalidatedCaller(
  { cached }: TenancyContext | CachedContext,
  now: Date,
): Prisma.Sql {
  if (cached === undefined) return Prisma.sql`caller AS (SELECT 1)`;
  const { stored, live, version } = cached;
  return Prisma.sql`caller AS (
    SELECT 1 FROM ${liveKey(stored, now)}
      AND k."scopes" = ${live.scopes}::text[] AND ${tenancyVersion} = ${version})`;
}

/**
 * Names the callers that one statement can revalidate together: those with the same key, scopes and
 * tenancy version. Undefined for a caller whose key did not come from the cache.
 */
export const batchKey = ({ cached }: TenancyContext | CachedContext) => cached?.batchKey;

/** Turns a cached context into a full one. Call it after a statement returned a row of `caller`. */
export function toRevalidated(ctx: TenancyContext | CachedContext): TenancyContext {
  if (ctx.cached === undefined) return ctx;
  ctx.cached.isRevalidated = true;
  return Object.assign(ctx, { cached: undefined });
}
