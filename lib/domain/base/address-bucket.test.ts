import { expect, test } from "vitest";
import { addressBucket, addressPrefix, addressSite } from "./address-bucket";

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:0:0:192.0.2.7", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1%eth0", "2001:db8:1:2::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "203.0.113.7"],
  // Translated from IPv4 on the way to a server without it.
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["64:FF9B:0:0:0:0:cb00:7107", "203.0.113.7"],
  ["64:ff9b:1::cb00:7107", "203.0.113.7"],
  ["64:ff9b:1:2::203.0.113.7", "203.0.113.7"],
  // RFC 6052 §2.2 with the prefix 64:ff9b:1::/48.
  ["64:ff9b:1:cb00:71:700::", "203.0.113.7"],
  // Outside of both prefixes.
  ["64:ff9b:0:0:0:1:cb00:7107", "64:ff9b::/64"],
  ["64:ff9b:2::203.0.113.7", "64:ff9b:2::/64"],
])("every spelling counts as one address: %s as %s", (address, bucket) =>
  expect(addressBucket(address)).toBe(bucket),
);

test.each([
  ["2001:db8:1:2::1", "2001:db8:1::/48", "2001:db8:1::/48"],
  ["203.0.113.7", "203.0.113.0/24", undefined],
  ["64:ff9b::203.0.113.7", "203.0.113.0/24", undefined],
  ["nonsense", "unknown", undefined],
  [undefined, "unknown", undefined],
])("%s is in the network %s and the site %s", (address, prefix, site) =>
  expect([addressPrefix(address), addressSite(address)]).toEqual([prefix, site]),
);
