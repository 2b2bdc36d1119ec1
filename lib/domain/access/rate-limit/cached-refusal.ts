import { LRUCache } from "lru-cache";
import type { Service } from "@/lib/domain/base/context";

// A refused flood must not queue on one row and use up the connection pool. Each instance caches its
// own refusals. The map is keyed by `secrets`, which is one object per process; `db` differs per
// tenancy.
const refusals = new WeakMap<Service["secrets"], LRUCache<string, number>>();

/** Returns the milliseconds until a cached refusal of the key ends; 0 when there is none. */
export function findCachedRefusal(
  { secrets }: Pick<Service, "secrets">,
  key: string,
  now: number,
): number {
  return Math.max(0, (refusals.get(secrets)?.get(key) ?? 0) - now);
}

/**
 * Caches a refusal; the least recently used of 10,000 is evicted.
 * @param endMs when the window ends
 */
export function cacheRefusal(
  { secrets }: Pick<Service, "secrets">,
  key: string,
  endMs: number,
): void {
  const known = refusals.get(secrets) ?? new LRUCache<string, number>({ max: 10_000 });
  refusals.set(secrets, known.set(key, endMs));
}
