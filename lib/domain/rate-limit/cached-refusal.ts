import type { Service } from "@/lib/domain/context";

const cachedKeys = 10_000;

// A refused flood must not queue on one row and use up the connection pool. Each instance caches its
// own refusals. The map is keyed by `secrets`, which is one object per process; `db` differs per
// tenancy.
const refusals = new WeakMap<Service["secrets"], Map<string, number>>();

/** Returns the milliseconds until a cached refusal of the key ends; 0 when there is none. */
export function findCachedRefusal(
  { secrets }: Pick<Service, "secrets">,
  key: string,
  now: number,
): number {
  return Math.max(0, (refusals.get(secrets)?.get(key) ?? 0) - now);
}

/**
 * Caches a refusal; the oldest of 10 000 is evicted.
 * @param endMs when the window ends
 */
export function cacheRefusal(
  { secrets }: Pick<Service, "secrets">,
  key: string,
  endMs: number,
): void {
  const known = refusals.get(secrets) ?? new Map<string, number>();
  refusals.set(secrets, known);
  known.delete(key);
  known.set(key, endMs);
  const oldest = known.keys().next().value;
  if (known.size > cachedKeys && oldest !== undefined) known.delete(oldest);
}
