import { LRUCache } from "lru-cache";
import type { Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import type { FoundKey, StoredKey } from "./live-key";

/**
 * Cache of API keys found in the last minute. An entry is only a guess: the next statement includes
 * the CTE `caller` (`caller-version.ts`).
 */
const entries = new LRUCache<string, CacheEntry>({ max: 10_000 });

interface CacheEntry {
  found: FoundKey;
  /** In ms. The next lookup then writes `lastUsedAt` again. */
  expiresAt: number;
}

const entryName = (tenancyId: string, hash: Buffer) => `${tenancyId} ${hash.toString("base64")}`;

/** Caches a key until `expiresAt` (ms). */
export function cacheKey(found: FoundKey, expiresAt: number): void {
  const { tenancyId, hash } = found.stored;
  entries.set(entryName(tenancyId, hash), { found, expiresAt });
}

export const forgetKey = ({ tenancyId, hash }: StoredKey) =>
  void entries.delete(entryName(tenancyId, hash));

/** Returns the cached key with this text, without a round trip. Undefined if there is none. */
export function findCachedKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  key: string,
): FoundKey | undefined {
  const entry = entries.get(entryName(tenancyId, hashSecretValue(key)));
  return entry !== undefined && entry.expiresAt > clock.now() ? entry.found : undefined;
}
