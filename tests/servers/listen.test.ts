import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "@/lib/config";
import { stampRequest } from "@/lib/http/request/stamp-request";
import { listen } from "@/server/listen";
import { findFreePort } from "@/testing/server-process";

const open: Server[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function listenOn(
  host: string | undefined,
  mode: "local" | "production",
  receive: (request: IncomingMessage) => void = () => undefined,
) {
  const config = { ...readConfig({}), mode, host, port: await findFreePort() };
  const servers = await listen(config, (request, response) => {
    receive(request);
    response.end();
  });
  open.push(...servers);
  return {
    port: config.port,
    addresses: servers.map((one) => (one.address() as AddressInfo).address),
  };
}

/** Whether a connection to the address succeeds. */
async function isReachable(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  return once(socket, "connect").then(
    () => (socket.destroy(), true),
    () => false,
  );
}

describe("HOST", () => {
  test("binds the port to that address only", async () => {
    const { port, addresses } = await listenOn("127.0.0.1", "production");
    expect(addresses).toEqual(["127.0.0.1"]);
    expect([await isReachable("127.0.0.1", port), await isReachable("127.0.0.2", port)]).toEqual([
      true,
      false,
    ]);
  });

  test("is every address in production, and loopback in local mode, by default", async () => {
    const production = await listenOn(undefined, "production");
    expect(await isReachable("127.0.0.2", production.port)).toBe(true);
    const local = await listenOn(undefined, "local");
    expect(local.addresses[0]).toBe("127.0.0.1");
    expect(await isReachable("127.0.0.2", local.port)).toBe(false);
  });

  test("localhost is both loopback addresses", async () => {
    const { addresses } = await listenOn("localhost", "production");
    expect(["127.0.0.1", "::1"]).toEqual(expect.arrayContaining(addresses));
    expect(addresses[0]).toBe("127.0.0.1");
  });

  test("that another machine has is refused with advice", async () => {
    await expect(listenOn("192.0.2.7", "production")).rejects.toThrow(
      "This machine has no address 192.0.2.7. Set HOST to one of its own.",
    );
  });
});

test.each([0, 1_005, 3_500])(
  "stamps a request over the client's own internal headers behind %i others",
  async (many) => {
    const received: IncomingMessage[] = [];
    const { port } = await listenOn("127.0.0.1", "production", (request) => {
      stampRequest(request, 0);
      received.push(request);
    });
    const socket = connect(port, "127.0.0.1");
    socket.end(
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${"a:\r\n".repeat(many)}` +
        "X-Keystead-Client-Address: 203.0.113.9\r\n".repeat(2) +
        "X-Request-Id: given-0001\r\nX-Request-Id: spoofed-0002\r\n\r\n",
    );
    socket.resume();
    await once(socket, "close");
    const valuesOf = (name: string) =>
      received.map(({ headers, rawHeaders }) => ({
        value: headers[name],
        raw: rawHeaders.filter(
          (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
        ),
      }));
    expect(valuesOf("x-keystead-client-address")).toEqual([
      { value: "127.0.0.1", raw: ["127.0.0.1"] },
    ]);
    const [id] = valuesOf("x-request-id");
    expect(id?.raw).toEqual([id?.value]);
  },
);
