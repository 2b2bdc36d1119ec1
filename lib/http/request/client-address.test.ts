import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { clientAddressOf, readClientAddress, stampClientAddress } from "./client-address";
import { stampRequest } from "./stamp-request";

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

test("overwrites the client's internal address headers, in any case and number", () => {
  const request = {
    headers: { "x-keystead-client-address": "6.6.6.6, 7.7.7.7" },
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

test("drops a client's internal headers, even beyond Node's header limit", async () => {
  const seen: { raw: string[]; address: unknown }[] = [];
  const server = createServer((request, response) => {
    stampRequest(request, 0);
    seen.push({ raw: request.rawHeaders, address: request.headers["x-keystead-client-address"] });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const spoofed = "X-Keystead-Client-Address: 203.0.113.9\r\nX-Request-Id: spoofed-0001\r\n";
  // Node counts a thousand into `headers`, and takes raw ones by 32.
  for (const many of [0, 1_005]) {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.end(
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${"a:\r\n".repeat(many)}${spoofed}\r\n`,
    );
    socket.resume();
    await once(socket, "close");
  }
  server.close();
  const valuesOf = (raw: string[], name: string) =>
    raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
  expect(seen).toHaveLength(2);
  for (const { raw, address } of seen) {
    expect([valuesOf(raw, "x-keystead-client-address"), address]).toEqual([
      ["127.0.0.1"],
      "127.0.0.1",
    ]);
    expect(valuesOf(raw, "x-request-id")).toHaveLength(1);
  }
});
