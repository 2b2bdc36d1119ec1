import dns from "node:dns";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  certify,
  type GuardedNetwork,
  receiverName,
  startGuardedNetwork,
} from "@/testing/guarded-network";

let network: GuardedNetwork | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

const start = async (...facts: Parameters<typeof startGuardedNetwork>) =>
  (network = await startGuardedNetwork(...facts));

const message = { headers: { "content-type": "application/json" }, body: '{"number":1}' };

describe("a request", () => {
  test("goes to the resolved address, with the name for TLS and Host", async () => {
    const { client, receiver, url } = await start();
    expect(await client.post(url, message)).toEqual({ status: 200, excerpt: "ok", ms: 0 });
    expect(receiver.requests).toEqual([
      {
        connectedTo: "127.0.0.1",
        serverName: receiverName,
        url: "/hooks?from=keystead",
        headers: {
          "content-type": "application/json",
          "content-length": "12",
          "user-agent": "Keystead",
          host: `${receiverName}:${receiver.port}`,
          connection: "close",
        },
        body: '{"number":1}',
      },
    ]);
  });

  test("asks for both families, and never calls dns.lookup with the name", async () => {
    const { client, names, receiver, url } = await start();
    const lookup = vi.spyOn(dns, "lookup");
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(new Set(names.questions.map(({ type }) => type))).toEqual(new Set(["A", "AAAA"]));
    // The name server of this test calls it with its own address.
    expect(lookup.mock.calls.map(([name]) => name)).not.toContain(receiverName);
    expect(receiver.connections).toBe(1);
    lookup.mockRestore();
  });

  test("asks TLS for a name without its final dot", async () => {
    const { client, receiver } = await start();
    const url = `https://${receiverName}.:${receiver.port}/`;
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(receiver.requests).toMatchObject([
      { serverName: receiverName, headers: { host: `${receiverName}:${receiver.port}` } },
    ]);
  });

  test("uses IPv6 alone", async () => {
    const { client, receiver, url } = await start({
      resolve: () => ["::1"],
      settings: { allowedRanges: ["::1/128"] },
    });
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(receiver.requests).toMatchObject([{ connectedTo: "::1" }]);
  });

  test("goes to the next address if one refuses", async () => {
    const { client, url } = await start({
      host: "127.0.0.1",
      resolve: () => ["127.0.0.2", "127.0.0.1"],
    });
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
  });

  test("goes to an allowed IP address with a certificate for it", async () => {
    const { client, receiver } = await start({ certificate: certify(["127.0.0.1"]) });
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(receiver.requests).toMatchObject([
      { serverName: false, headers: { host: `127.0.0.1:${receiver.port}` } },
    ]);
  });

  test.each(["localhost", "api.localhost"])(
    "of local mode goes to this machine without TLS, by the name %s",
    async (name) => {
      const { client, receiver, names } = await start({
        certificate: "none",
        settings: { isLocal: true, ports: [443], allowedRanges: ["127.0.0.0/8", "::1/128"] },
      });
      expect(await client.post(`http://${name}:${receiver.port}/`, message)).toMatchObject({
        status: 200,
      });
      expect(names.questions).toEqual([]);
    },
  );

  test("opens a connection of its own", async () => {
    const { client, receiver, url } = await start();
    await client.post(url, message);
    await client.post(url, message);
    expect([receiver.requests.length, receiver.connections]).toEqual([2, 2]);
  });
});

describe("an answer", () => {
  test.each([200, 204, 400, 410, 500, 503])("of %i has its status", async (status) => {
    const { client, url } = await start({
      respond: (response) => response.writeHead(status).end(),
    });
    expect(await client.post(url, message)).toEqual({ status, excerpt: "", ms: 0 });
  });

  test("is shown by its first 256 bytes, without half a character", async () => {
    const { client, url } = await start({ respond: (response) => response.end("ä".repeat(400)) });
    expect(await client.post(url, message)).toMatchObject({ excerpt: "ä".repeat(128) });
    await network?.close();

    const odd = await start({ respond: (response) => response.end(`a${"ä".repeat(400)}`) });
    expect(await odd.client.post(odd.url, message)).toMatchObject({
      excerpt: `a${"ä".repeat(127)}`,
    });
  });

  test("that PostgreSQL can't store as text is changed", async () => {
    const { client, url } = await start({
      respond: (response) => response.end(Buffer.from([97, 0, 255, 98])),
    });
    expect(await client.post(url, message)).toMatchObject({ excerpt: "a\uFFFD\uFFFDb" });
  });

  test("that is compressed isn't decompressed", async () => {
    const { client, url } = await start({
      respond: (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
    });
    expect(await client.post(url, message)).toMatchObject({ status: 200, excerpt: "plain" });
  });
});

describe("a client that is closed", () => {
  test("ends open requests, and sends no more", async () => {
    let arrived: () => void;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const { client, receiver, url } = await start({ respond: () => arrived() });
    const open = client.post(url, message);
    await arrival;
    await client.close();
    expect(await open).toEqual({ failure: "closed", ms: 0 });
    expect(await client.post(url, message)).toEqual({ failure: "closed", ms: 0 });
    expect(receiver.connections).toBe(1);
  });

  test("ends a look-up", async () => {
    let asked: () => void;
    const question = new Promise<void>((resolve) => (asked = resolve));
    const { client, url } = await start({ resolve: () => void asked() });
    const open = client.post(url, message);
    await question;
    await client.close();
    expect(await open).toEqual({ failure: "closed", ms: 0 });
  });
});
