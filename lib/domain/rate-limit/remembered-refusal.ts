import type { Service } from "@/lib/domain/context";

const rememberedKeys = 10_000;

// A flood that is refused anyway must not queue on one row and use up the pool. Another instance asks for itself.
const refusals = new WeakMap<Service["db"], Map<string, number>>();

/** Milliseconds for which this process knows that the key is refused; 0 when it does not. */
export function recallRefusal(db: Service["db"], key: string, now: number): number {
  return Math.max(0, (refusals.get(db)?.get(key) ?? 0) - now);
}

/** @param endMs when the window ends */
export function rememberRefusal(db: Service["db"], key: string, endMs: number): void {
  const known = refusals.get(db) ?? new Map<string, number>();
  refusals.set(db, known);
  known.delete(key);
  known.set(key, endMs);
  const oldest = known.keys().next().value;
  if (known.size > rememberedKeys && oldest !== undefined) known.delete(oldest);
}
