import { setImmediate as othersTurn } from "node:timers/promises";
import { limits } from "@/lib/limits";

/**
 * Yields the items in order, and lets other requests run after every few of them. A loop over stored
 * rows uses it, because strangers choose how many rows there are and what each one costs.
 */
export async function* inTurns<T>(
  items: Iterable<T>,
  itemsPerTurn: number = limits.rowsPerTurn,
): AsyncGenerator<T, void, undefined> {
  let count = 0;
  for (const item of items) {
    if (count > 0 && count % itemsPerTurn === 0) await othersTurn();
    yield item;
    count++;
  }
}
