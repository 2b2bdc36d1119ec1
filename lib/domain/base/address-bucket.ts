import ipaddr from "ipaddr.js";

// Under plain `next start` addresses are unknown, so all requests share one bucket.
const unknown = "unknown";

/** Where a translator puts IPv4 clients of a server without IPv4 (RFC 6052, RFC 8215). */
const translated = {
  wellKnown: ipaddr.IPv6.parseCIDR("64:ff9b::/96"),
  local: ipaddr.IPv6.parseCIDR("64:ff9b:1::/48"),
};

/**
 * Returns the IPv4 address inside a translated one: the last 32 bits. With the whole /48 as prefix it
 * comes first, around a zero byte, and 40 zero bits follow (RFC 6052 §2.2).
 */
function ipv4Inside(address: ipaddr.IPv6): ipaddr.IPv4 {
  const bytes = address.toByteArray();
  const isFirst = bytes.slice(11).every((byte) => byte === 0);
  return new ipaddr.IPv4(isFirst ? [...bytes.slice(6, 8), ...bytes.slice(9, 11)] : bytes.slice(12));
}

function parse(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (address === undefined || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 &&
    (parsed.match(translated.wellKnown) || parsed.match(translated.local))
    ? ipv4Inside(parsed)
    : parsed;
}

const networkOf = (address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string => {
  const cidr = `${address.toString()}/${bits}`;
  const network =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
};

/**
 * Returns the bucket of an address: the IPv4 address, or the /64 of an IPv6 address, because a
 * subscriber line has a whole /64. An IPv4 address inside an IPv6 one counts as IPv4.
 */
export function addressBucket(address: string | undefined): string {
  const parsed = parse(address);
  if (parsed === undefined) return unknown;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(parsed, 64);
}

/**
 * Returns the network of an address: an IPv4 /24 or an IPv6 /48. A network gets a limited share of a
 * tenancy's budget (contract §1, §7).
 */
export function addressPrefix(address: string | undefined): string {
  const parsed = parse(address);
  if (parsed === undefined) return unknown;
  return networkOf(parsed, parsed instanceof ipaddr.IPv4 ? 24 : 48);
}

/**
 * Returns the site of an IPv6 address: its /48, which a provider gives to one customer and which has
 * 65,536 buckets. Undefined for IPv4, where neighbors are strangers.
 */
export function addressSite(address: string | undefined): string | undefined {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, 48) : undefined;
}
