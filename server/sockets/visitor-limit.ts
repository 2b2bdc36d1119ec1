import { LRUCache } from "lru-cache";
import { addressBucket, addressPrefix } from "@/lib/domain/base/address-bucket";
import { limits } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import { pageLimits } from "./page-limits";
import type { Visitor } from "./visitor";

/**
 * Counts a request of a visitor, and returns how many milliseconds it must wait: 0 if it is within the
 * limit.
 * @param room pages that are counted apart from others
 */
export type CountVisitor = (visitor: Visitor, room?: string) => number;

/**
 * Creates a limit per minute, counted in the memory of this process. A known browser has a limit of its
 * own. Other visitors share that of their address, whose network (IPv4 /24, IPv6 /48) has
 * `networkFactor` times the limit; an unknown address has none.
 */
export function createVisitorLimit({ now }: Clock, perMinute: number): CountVisitor {
  const { visitors, networkFactor } = pageLimits.publicPages;
  const windows = new LRUCache<string, { endsAt: number; count: number }>({ max: visitors });

  function waitOf(key: string, max: number): number {
    const found = windows.get(key);
    const window =
      found !== undefined && found.endsAt > now()
        ? found
        : { endsAt: now() + limits.rateWindowMs, count: 0 };
    windows.set(key, window);
    window.count++;
    return window.count > max ? window.endsAt - now() : 0;
  }

  return ({ address, browserId }, room = "") => {
    if (browserId !== undefined) return waitOf(`${room} browser ${browserId}`, perMinute);
    if (address === undefined) return 0;
    // A refused request doesn't count for the network: one address can't use up its limit.
    return (
      waitOf(`${room} ${addressBucket(address)}`, perMinute) ||
      waitOf(`${room} ${addressPrefix(address)}`, networkFactor * perMinute)
    );
  };
}
