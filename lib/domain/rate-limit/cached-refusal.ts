import type { Service } from "@/lib/domain/context";

const cachedKeys = 10_000;

// A flood that is refused anyway must not queue on one row and use up the pool. Another instance
// asks for itself. By `secrets`, of which a process has one; a tenancy's `db` is another with each
// request.
const refusals = new WeakMap<Service["secrets"], Map<string, number>>();

/** Milliseconds for which this process knows that the key is refused; 0 when it does not. */
export function findCachedRefusal(
  { secrets }: Pick<Service, "secrets">,
  key: string,
  now: number,
): number {
  return Math.max(0, (refusals.get(secrets)?.get(key) ?? 0) - now);
}

/** @param endMs when the window ends */
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
