import { LRUCache } from "lru-cache";
import { addressBucket, addressPrefix } from "@/lib/domain/address-bucket";
import { limits } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import { pageLimits } from "./page-limits";

/**
 * Counts a request of an address, and returns how many milliseconds it must wait: 0 if it is within
 * the limit.
 */
export type CountAddress = (address: string | undefined) => number;

/**
 * Creates a limit per address and minute, counted in the memory of this process. An address's
 * network (IPv4 /24, IPv6 /48) has `networkFactor` times the limit.
 */
export function createAddressLimit(
  { now }: Clock,
  perMinute: number,
  {
    addresses,
    networkFactor,
  }: { addresses: number; networkFactor: number } = pageLimits.publicPages,
): CountAddress {
  const windows = new LRUCache<string, { endsAt: number; count: number }>({ max: addresses });

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

  return (address) =>
    Math.max(
      waitOf(addressBucket(address), perMinute),
      waitOf(addressPrefix(address), networkFactor * perMinute),
    );
}
