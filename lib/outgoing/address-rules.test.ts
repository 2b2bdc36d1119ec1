import { describe, expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { isAllowedAddress } from "./address-rules";

const isAllowed = (address: string, ...allowedRanges: string[]) =>
  isAllowedAddress(address, { allowedRanges, allowsPublic: true });

/** Names of the ranges: IANA's registries of special-purpose addresses. */
const refused: [range: string, ...addresses: string[]][] = [
  ["this network", "0.0.0.0", "0.1.2.3"],
  ["loopback", "127.0.0.1", "127.255.255.255", "::1"],
  ["private use", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fc00::1", "fd00::1"],
  ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
  ["link-local, with metadata of clouds", "169.254.169.254", "fe80::1", "fe80::1%eth0", "febf::1"],
  ["protocol assignments", "192.0.0.1", "2001::1", "2001:1::1"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["benchmarks", "198.18.0.1", "198.19.255.255", "2001:2::1"],
  ["relays of 6to4", "192.88.99.1"],
  ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  ["reserved", "240.0.0.1", "254.0.0.1"],
  ["unspecified", "::"],
  ["former site-local", "fec0::1"],
  ["discard-only", "100::1", "100:0:0:1::1"],
  ["segment routing", "5f00::1"],
  ["unassigned", "4000::1", "8000::1", "e000::1", "1::1"],
  ["IPv4-mapped private use", "::ffff:10.0.0.1", "::ffff:a00:1"],
  ["IPv4-compatible", "::7f00:1", "::808:808"],
  ["IPv4-translated", "::ffff:0:7f00:1", "::ffff:0:808:808"],
  ["NAT64 of a private address", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::c000:201"],
  ["NAT64 with a prefix of its own", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808"],
  ["6to4", "2002:7f00:1::", "2002:808:808::1"],
  ["Teredo", "2001:0:808:808::f7f7:f7f7"],
  ["no address", "", "localhost", "1.2.3.4.5", "10.0.0.1/8", "example.com"],
];

describe("without allowed ranges", () => {
  test("an address of a special range is refused", async () => {
    const violations = await violationsOf(
      refused.flatMap(([range, ...addresses]) =>
        addresses.map((address) => [`${range}: ${address}`, address] as const),
      ),
      (_range, address) => {
        expect(isAllowed(address)).toBe(false);
      },
    );
    expect(violations).toEqual([]);
  });

  test.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "2001:4860:4860::8888", "2a00::1"])(
    "a public address is allowed: %s",
    (address) => {
      expect(isAllowed(address)).toBe(true);
    },
  );

  test("a mapped address counts as its IPv4 address", () => {
    expect(isAllowed("::ffff:8.8.8.8")).toBe(true);
  });

  test("a NAT64 address counts as the public IPv4 address inside", () => {
    expect(isAllowed("64:ff9b::808:808")).toBe(true);
  });
});

describe("with an allowed range", () => {
  test.each([
    ["10.20.255.255", "10.20.0.0/16"],
    ["::ffff:10.20.0.1", "10.20.0.0/16"],
    ["fd12:3456::1", "fd12:3456::/48"],
    ["127.0.0.1", "127.0.0.0/8"],
    ["fe80::1", "fe80::/10"],
  ])("%s is allowed by %s", (address, range) => {
    expect(isAllowed(address, "192.168.7.0/24", range)).toBe(true);
  });

  test.each([
    ["10.21.0.0", "10.20.0.0/16"],
    ["fd12:3457::1", "fd12:3456::/48"],
    ["::1", "127.0.0.0/8"],
    ["::7f00:1", "127.0.0.0/8"],
  ])("%s is refused by %s", (address, range) => {
    expect(isAllowed(address, range)).toBe(false);
  });

  test.each([
    ["NAT64 in 96 bits", "64:ff9b:1::/48", "64:ff9b:1::808:808", "64:ff9b:1::a00:1"],
    // 8.8.8.8 and 10.0.0.1 around the zero byte of RFC 6052 §2.2.
    ["NAT64 in 48 bits", "64:ff9b:1::/48", "64:ff9b:1:808:8:800::", "64:ff9b:1:a00:0:100::"],
    ["IPv4-translated", "::ffff:0:0:0/96", "::ffff:0:808:808", "::ffff:0:a00:1"],
    ["6to4", "2002::/16", "2002:808:808::1", "2002:a00:1::1"],
    ["Teredo's client", "2001::/32", "2001:0:808:808::f7f7:f7f7", "2001:0:808:808::f5ff:fffe"],
    ["Teredo's server", "2001::/32", "2001:0:808:808::f7f7:f7f7", "2001:0:a00:1::f7f7:f7f7"],
  ])("the IPv4 address of %s must be allowed as well", (_name, range, allowed, private_) => {
    expect([isAllowed(allowed, range), isAllowed(private_, range)]).toEqual([true, false]);
    expect(isAllowed(private_, range, "10.0.0.0/8")).toBe(true);
  });

  test("a NAT64 address never contains a private one", () => {
    expect(isAllowed("64:ff9b::a00:1", "64:ff9b::/96", "10.0.0.0/8")).toBe(false);
  });

  test("public addresses can be refused", () => {
    const rules = { allowedRanges: ["127.0.0.0/8"], allowsPublic: false };
    expect(["8.8.8.8", "127.0.0.1"].map((each) => isAllowedAddress(each, rules))).toEqual([
      false,
      true,
    ]);
  });
});
