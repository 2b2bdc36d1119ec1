import { createServer as createProxy } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import {
  certify,
  type GuardedNetwork,
  receiverName,
  startGuardedNetwork,
} from "@/testing/guarded-network";
import { createServerCertificate } from "@/testing/test-certificate";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(...facts: Parameters<typeof startGuardedNetwork>): Promise<GuardedNetwork> {
  const network = await startGuardedNetwork(...facts);
  open.push(network);
  return network;
}

const message = { headers: {}, body: "{}" };

/** A server that speaks in raw bytes, and a client of local mode that may connect to it. */
async function startRawServer(serve: (socket: Socket) => void) {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = { isLocal: true };
  return {
    url,
    /** Sends a request with other bounds. */
    post: async (bounds: { totalMs?: number } = {}) =>
      (await start({ settings, bounds })).client.post(url, message),
  };
}

/** Repeats a request with more time, until the head of the answer arrives before the time is up. */
async function postUntilAnswered(post: (bounds: { totalMs: number }) => Promise<object>) {
  for (let totalMs = 100; ; totalMs *= 2) {
    const outcome = await post({ totalMs });
    if ("status" in outcome) return outcome;
  }
}

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("of %i is an answer, and isn't followed", async (status) => {
    const other = await start();
    const { client, receiver, url } = await start({
      respond: (response) => response.writeHead(status, { location: other.url }).end(),
    });
    expect(await client.post(url, message)).toMatchObject({ status });
    expect([receiver.connections, other.receiver.connections]).toEqual([1, 0]);
  });
});

describe("TLS", () => {
  test.each([
    ["for another name", "name", certify(["other.example.com"])],
    ["for the address instead of the name", "name", certify(["127.0.0.1"])],
    ["for a subdomain", "name", certify([`*.${receiverName}`])],
    [
      "of an unknown authority",
      "authority",
      createServerCertificate(createAuthority("CN=Other root"), [receiverName]),
    ],
    [
      "of an unknown authority with a known name",
      "authority",
      createServerCertificate(createAuthority("CN=Test root"), [receiverName]),
    ],
    [
      "that has expired",
      "expired",
      certify([receiverName], { validity: { from: Date.UTC(2020, 0), until: Date.UTC(2021, 0) } }),
    ],
  ])("rejects a certificate %s, whatever the environment says", async (_name, why, certificate) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { client, receiver, url } = await start({ certificate });
    expect(await client.post(url, message)).toMatchObject({ failure: `certificate-${why}` });
    expect(receiver.requests).toEqual([]);
  });

  test("rejects a certificate for another address", async () => {
    const { client, receiver } = await start({ certificate: certify(["127.0.0.2"]) });
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await client.post(url, message)).toMatchObject({ failure: "certificate-name" });
  });

  test("rejects a server without TLS", async () => {
    const { client, receiver } = await start({ certificate: "none" });
    const url = `https://${receiverName}:${receiver.port}/`;
    expect(await client.post(url, message)).toMatchObject({ failure: "tls" });
    expect(receiver.requests).toEqual([]);
  });
});

describe("variables of a proxy", () => {
  test("have no effect", async () => {
    let used = 0;
    const proxy = createProxy((_request, response) => response.end()).on(
      "connection",
      () => used++,
    );
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    open.push(proxy);
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"])
      vi.stubEnv(name, address);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const { client, url } = await start();
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(used).toBe(0);
  });
});

describe("a server", () => {
  test("that accepts and never answers ends in time", async () => {
    const { post } = await startRawServer(() => undefined);
    expect(await post({ totalMs: 100 })).toMatchObject({ failure: "timeout" });
  });

  test("that never finishes TLS ends in time", async () => {
    const { url } = await startRawServer(() => undefined);
    const { client } = await start({
      settings: { isLocal: true },
      bounds: { totalMs: 100 },
    });
    expect(await client.post(url.replace("http:", "https:"), message)).toMatchObject({
      failure: "timeout",
    });
  });

  test("that sends its headers slowly ends in time", async () => {
    const { post } = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("a: b\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await post({ totalMs: 200 })).toMatchObject({ failure: "timeout" });
  });

  test("that answers with large headers has answered", async () => {
    const { post } = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 204 No Content\r\n${`a: ${"b".repeat(1_000)}\r\n`.repeat(60)}\r\n`),
    );
    expect(await post()).toMatchObject({ status: 204 });
  });

  test("that sends headers without end is cut off", async () => {
    const { post } = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const write = () => {
        while (!socket.destroyed && socket.write(`a: ${"b".repeat(1000)}\r\n`));
      };
      socket.on("drain", write);
      write();
    });
    expect(await post()).toMatchObject({ failure: "response" });
  });

  test("that sends interim responses without end is cut off", async () => {
    const { post } = await startRawServer((socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"));
      };
      socket.on("drain", write);
      write();
    });
    expect(await post()).toMatchObject({ failure: "response" });
  });

  test.each([
    ["closes the connection", "reset", ""],
    ["speaks another protocol", "response", "220 smtp.example.com ESMTP\r\n"],
    ["sends half a head", "reset", "HTTP/1.1 200 OK\r\ncontent-le"],
    [
      "switches protocols",
      "connection",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ],
  ])("that %s has the failure %s", async (_name, failure, text) => {
    const { post } = await startRawServer(
      (socket) => void socket.once("data", () => socket.end(text)),
    );
    expect(await post()).toMatchObject({ failure });
  });

  test("where nothing listens has the failure refused", async () => {
    const { client, url, receiver } = await start();
    await receiver.close();
    expect(await client.post(url, message)).toMatchObject({ failure: "refused" });
  });

  test("that never finishes its body has the status of its head", async () => {
    const { post } = await startRawServer(
      (socket) =>
        void socket.once("data", () =>
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegun"),
        ),
    );
    expect(await postUntilAnswered(post)).toMatchObject({ status: 200, excerpt: "begun" });
  });

  test("that breaks off its body has the status of its head", async () => {
    const { post } = await startRawServer(
      (socket) =>
        void socket.once("data", () =>
          socket.end("HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nbegun"),
        ),
    );
    expect(await post()).toMatchObject({ status: 500, excerpt: "begun" });
  });

  test.each([
    ["of 100 MiB", "content-length: 104857600"],
    ["without end", "connection: close"],
    ["in a chunk without end", "transfer-encoding: chunked"],
  ])("that sends a body %s is cut off", async (_name, header) => {
    let written = 0;
    let isCutOff: (() => void) | undefined;
    const cutOff = new Promise<void>((resolve) => (isCutOff = resolve));
    const { post } = await startRawServer((socket) => {
      socket.on("close", () => isCutOff?.());
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`);
      if (header.startsWith("transfer")) socket.write("fffffff\r\n");
      const part = Buffer.alloc(16 * 1024, "x");
      const write = () => {
        do written += part.length;
        while (!socket.destroyed && written < 104_857_600 && socket.write(part));
      };
      socket.on("drain", write);
      write();
    });
    expect(await post()).toMatchObject({ status: 200, excerpt: "x".repeat(256) });
    await cutOff;
    // What the kernel buffers on loopback, and no more.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });
});
