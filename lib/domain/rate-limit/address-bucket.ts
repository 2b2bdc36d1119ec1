import ipaddr from "ipaddr.js";

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one, since that is what one line is given. */
export function addressBucket(address: string | undefined): string {
  // Plain `next start` knows no addresses: one shared bucket counts.
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
