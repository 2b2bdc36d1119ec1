import { LRUCache } from "lru-cache";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Service } from "@/lib/domain/base/context";
import type { LiveKey } from "./live-key";

interface CacheEntry {
  key: LiveKey;
  /** In ms. The next lookup then writes `lastUsedAt` again. */
  expiresAt: number;
}

const entries = new LRUCache<string, CacheEntry>({ max: 10_000 });

const entryName = (tenancyId: string, text: string) =>
  `${tenancyId} ${hashSecretValue(text).toString("base64")}`;

/** Caches the result of a lookup until `expiresAt` (ms). */
export function cacheKey(key: LiveKey, text: string, expiresAt: number): void {
  entries.set(entryName(key.tenancy.id, text), { key, expiresAt });
}

export const forgetKey = (tenancyId: string, text: string) =>
  void entries.delete(entryName(tenancyId, text));

/** Returns the key with this text if it was found in the last minute. It may have ended since. */
export function findCachedKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  text: string,
): LiveKey | null {
  const entry = entries.get(entryName(tenancyId, text));
  return entry !== undefined && entry.expiresAt > clock.now() ? entry.key : null;
}
