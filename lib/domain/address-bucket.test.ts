import { expect, test } from "vitest";
import { addressBucket } from "./address-bucket";

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
])("every spelling counts as one address: %s as %s", (address, bucket) =>
  expect(addressBucket(address)).toBe(bucket),
);
