import ipaddr from "ipaddr.js";
import type { WebhookSettings } from "@/lib/config";
import type { RequestTarget } from "./parse-target";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [network: Address, bits: number];

/** Which addresses a request may connect to. */
export interface AddressRules {
  /** CIDRs that are allowed whatever they are. */
  allowedRanges: readonly string[];
  /** Whether public addresses are allowed as well. */
  allowsPublic: boolean;
}

/** The only range in which IANA assigns public addresses. `::127.0.0.1` and more are outside. */
const assigned = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges whose addresses contain IPv4 addresses, and where. */
const translations: [range: Range, ipv4In: (bytes: number[]) => number[][]][] = [
  // NAT64 with a prefix of its own (RFC 8215): with 96 bits, or with 48 around a zero byte.
  [
    ipaddr.IPv6.parseCIDR("64:ff9b:1::/48"),
    (bytes) => [
      bytes.slice(11).every((byte) => byte === 0)
        ? [...bytes.slice(6, 8), ...bytes.slice(9, 11)]
        : bytes.slice(12),
    ],
  ],
  // SIIT (RFC 2765)
  [ipaddr.IPv6.parseCIDR("::ffff:0:0:0/96"), (bytes) => [bytes.slice(12)]],
  // 6to4 (RFC 3056)
  [ipaddr.IPv6.parseCIDR("2002::/16"), (bytes) => [bytes.slice(2, 6)]],
  // Teredo (RFC 4380 §4): its server, and the client with inverted bits.
  [
    ipaddr.IPv6.parseCIDR("2001::/32"),
    (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)],
  ],
];

/** NAT64 (RFC 6052), through which an installation without IPv4 reaches it. */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Whether one range contains an address of the same family. */
const isIn = (address: Address, [network, bits]: Range) =>
  address.kind() === network.kind() && address.match(network, bits);

/** Returns the IPv4 addresses inside an IPv6 address. */
const ipv4Inside = (address: Address): Address[] =>
  translations
    .filter(([range]) => isIn(address, range))
    .flatMap(([, ipv4In]) => ipv4In(address.toByteArray()))
    .map((bytes) => new ipaddr.IPv4(bytes));

const isPublic = (address: Address) =>
  address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(assigned));

/** Returns an IPv4-mapped or NAT64 address as its IPv4 address, which must then be public. */
function unwrap(text: string): { address: Address; isTranslated: boolean } {
  const address = ipaddr.process(text);
  return isIn(address, nat64)
    ? { address: new ipaddr.IPv4(address.toByteArray().slice(12)), isTranslated: true }
    : { address, isTranslated: false };
}

/**
 * Whether a request may connect to an address. An IPv4-mapped address counts as its IPv4 address, and so
 * does a NAT64 address, which must contain a public one. Of other IPv6 addresses that contain an IPv4
 * address, both must be allowed.
 */
export function isAllowedAddress(text: string, rules: AddressRules): boolean {
  if (!ipaddr.isValid(text)) return false;
  const { address, isTranslated } = unwrap(text);
  if (isTranslated && !isPublic(address)) return false;
  return [address, ...ipv4Inside(address)].every(
    (each) =>
      (rules.allowsPublic && isPublic(each)) ||
      rules.allowedRanges.some((range) => isIn(each, ipaddr.parseCIDR(range))),
  );
}

/**
 * Whether a request to a target may connect to all of the target's addresses. Without TLS, it
 * reaches only ranges that the installation allows.
 */
export function mayConnect(
  { isEncrypted }: Pick<RequestTarget, "isEncrypted">,
  addresses: readonly string[],
  { allowedRanges }: Pick<WebhookSettings, "allowedRanges">,
): boolean {
  const rules = { allowedRanges, allowsPublic: isEncrypted };
  return addresses.every((address) => isAllowedAddress(address, rules));
}
