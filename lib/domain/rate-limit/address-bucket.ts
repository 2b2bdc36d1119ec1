import ipaddr from "ipaddr.js";

// Plain `next start` knows no addresses: they all share one bucket.
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
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 address, because one line gets
 * a whole /64.
 */
export const addressBucket = (address: string | undefined) => bucketOf(address, { v4: 32, v6: 64 });

/**
 * What counts as one network: an IPv4 /24 or an IPv6 /48. Its share of a tenancy's budget is
 * limited (contract §1, §7).
 */
export const addressPrefix = (address: string | undefined) => bucketOf(address, { v4: 24, v6: 48 });
