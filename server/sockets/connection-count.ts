import { addressBucket, addressSite } from "@/lib/domain/base/address-bucket";
import { limits } from "@/lib/limits";

/**
 * Counts an open connection of an address. Returns a function that ends it, or null if the address has
 * as many as allowed.
 */
export type CountConnection = (address: string | undefined) => (() => void) | null;

/**
 * Creates a limit of open connections per address, an IPv4 address or IPv6 /64. A /48 has
 * `addressesPerSite` times as many.
 */
export function createConnectionCount(perAddress: number): CountConnection {
  const open = new Map<string, number>();
  const add = (key: string, count: number) => {
    const sum = (open.get(key) ?? 0) + count;
    if (sum === 0) open.delete(key);
    else open.set(key, sum);
  };
  return (address) => {
    const site = addressSite(address);
    const quotas = [
      { key: addressBucket(address), max: perAddress },
      ...(site === undefined ? [] : [{ key: site, max: limits.addressesPerSite * perAddress }]),
    ];
    if (quotas.some(({ key, max }) => (open.get(key) ?? 0) >= max)) return null;
    for (const { key } of quotas) add(key, 1);
    return () => {
      for (const { key } of quotas) add(key, -1);
    };
  };
}
