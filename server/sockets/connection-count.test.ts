import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createConnectionCount } from "./socket-limits";

test("an address has a limit, and a closed connection makes room", () => {
  const count = createConnectionCount(2);
  const [first] = [count("192.0.2.1"), count("::ffff:192.0.2.1")];
  expect(count("192.0.2.1")).toBeNull();
  expect(count("192.0.2.2")).not.toBeNull();
  first?.();
  expect(count("192.0.2.1")).not.toBeNull();
});

test("the networks of a /48 share several times that limit", () => {
  const count = createConnectionCount(1);
  const opened = Array.from({ length: 50 }, (_, index) => count(`2001:db8:7:${index}::1`));
  expect(opened.filter((close) => close !== null)).toHaveLength(limits.addressesPerSite);
  expect(count("2001:db8:8::1")).not.toBeNull();
  opened[0]?.();
  expect(count("2001:db8:7:ffff::1")).not.toBeNull();
});
