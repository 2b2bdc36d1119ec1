import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  clientAddressOf,
  isFromThisMachine,
  readClientAddress,
  stampClientAddress,
} from "./client-address";

test.each([
  ["no trusted proxy: ignores the header", "192.0.2.1", "1.1.1.1, 2.2.2.2", 0, "192.0.2.1"],
  ["one proxy: its own entry, the right-most", "10.0.0.1", "1.1.1.1, 2.2.2.2", 1, "2.2.2.2"],
  ["two proxies", "10.0.0.1", "1.1.1.1, 2.2.2.2, 3.3.3.3", 2, "2.2.2.2"],
  ["fewer entries than proxies", "10.0.0.1", "2.2.2.2", 3, "2.2.2.2"],
  ["no header behind a proxy", "10.0.0.1", undefined, 1, "10.0.0.1"],
  ["an entry that is no address", "10.0.0.1", "unknown", 1, "10.0.0.1"],
  ["a port", "10.0.0.1", "2.2.2.2:443", 1, "2.2.2.2"],
  ["an IPv6 address in brackets with a port", "10.0.0.1", "[2001:db8::1]:443", 1, "2001:db8::1"],
  ["IPv4 mapped into IPv6", "::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
  ["nothing at all", undefined, undefined, 0, undefined],
])("%s", (_name, connection, forwarded, hops, expected) =>
  expect(clientAddressOf(connection, forwarded, hops)).toBe(expected),
);

test.each([
  { "x-keystead-client-address": "6.6.6.6, 7.7.7.7" },
  // Node 20 leaves headers beyond `maxHeadersCount` out of `headers`, but not out of `rawHeaders`.
  {},
])("overwrites the client's internal address headers, in any case and number: %o", (headers) => {
  const request = {
    headers: { ...headers },
    rawHeaders: [
      "X-Keystead-Client-Address",
      "6.6.6.6",
      "Host",
      "localhost",
      "x-keystead-client-address",
      "7.7.7.7",
    ],
    socket: { remoteAddress: "192.0.2.1" },
  } as unknown as IncomingMessage;
  stampClientAddress(request, 0);
  expect(request.rawHeaders).toEqual([
    "Host",
    "localhost",
    "x-keystead-client-address",
    "192.0.2.1",
  ]);
  expect(request.headers["x-keystead-client-address"]).toBe("192.0.2.1");
});

test("ignores the header under plain next start", () => {
  const slot = globalThis as { keysteadAddressIsStamped?: boolean | undefined };
  const headers = new Headers({ "x-keystead-client-address": "6.6.6.6" });
  slot.keysteadAddressIsStamped = undefined;
  expect(readClientAddress(headers)).toBeUndefined();
  slot.keysteadAddressIsStamped = true;
  expect(readClientAddress(headers)).toBe("6.6.6.6");
});

test("a request is from this machine only by loopback, without a proxy for another one", () => {
  const slot = globalThis as { keysteadAddressIsStamped?: boolean | undefined };
  const local = { "x-keystead-client-address": "127.0.0.1" };
  slot.keysteadAddressIsStamped = undefined;
  expect(isFromThisMachine(new Headers(local))).toBe(false);
  slot.keysteadAddressIsStamped = true;
  const cases: [headers: Record<string, string>, isLocal: boolean][] = [
    [local, true],
    [{ "x-keystead-client-address": "::1", "x-forwarded-for": "::ffff:127.0.0.1" }, true],
    [{}, false],
    [{ "x-keystead-client-address": "192.0.2.7" }, false],
    [{ ...local, "x-forwarded-for": "203.0.113.7, 127.0.0.1" }, false],
    [{ ...local, "x-forwarded-for": "unknown" }, false],
    [{ ...local, forwarded: "for=203.0.113.7" }, false],
    [{ ...local, via: "1.1 tunnel" }, false],
    [{ ...local, "x-real-ip": "203.0.113.7" }, false],
  ];
  for (const [headers, isLocal] of cases)
    expect([headers, isFromThisMachine(new Headers(headers))]).toEqual([headers, isLocal]);
});
