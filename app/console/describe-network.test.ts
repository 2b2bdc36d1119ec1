import { expect, test } from "vitest";
import { addressPrefix } from "@/lib/domain/base/address-bucket";
import { describeNetwork } from "./describe-network";

test.each([
  ["::1", "this machine"],
  ["127.0.0.1", "this machine"],
  ["192.168.1.7", "a private network (192.168.1.0/24)"],
  ["fd00:1:2:3::4", "a private network (fd00:1:2::/48)"],
  ["203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2::3", "2001:db8:1::/48"],
  [undefined, "an unknown network"],
])("%s is described as %s", (address, words) => {
  expect(describeNetwork(addressPrefix(address))).toBe(words);
});
