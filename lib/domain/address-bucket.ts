import ipaddr from "ipaddr.js";

// Under plain `next start` addresses are unknown, so all requests share one bucket.
const unknown = "unknown";

function bucketOf(address: string | undefined, bits: { v4: number; v6: number }): string {
  if (address === undefined || !ipaddr.isValid(address)) return unknown;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4)
    return bits.v4 === 32
      ? parsed.toString()
      : `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits.v4}`).toString()}/${bits.v4}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits.v6}`).toString()}/${bits.v6}`;
}

/**
 * Returns the bucket of an address: the IPv4 address, or the /64 of an IPv6 address, because a
 * subscriber line has a whole /64.
 */
export const addressBucket = (address: string | undefined) => bucketOf(address, { v4: 32, v6: 64 });

/**
 * Returns the network of an address: an IPv4 /24 or an IPv6 /48. A network gets a limited share of a
 * tenancy's budget (contract §1, §7).
 */
export const addressPrefix = (address: string | undefined) => bucketOf(address, { v4: 24, v6: 48 });
