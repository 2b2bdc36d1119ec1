import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type GuardedNetwork, receiverName, startGuardedNetwork } from "@/testing/guarded-network";
import { violationsOf } from "@/testing/violations";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(...facts: Parameters<typeof startGuardedNetwork>): Promise<GuardedNetwork> {
  const network = await startGuardedNetwork(...facts);
  open.push(network);
  return network;
}

const message = { headers: {}, body: "{}" };

describe("rebinding", () => {
  test("a name that changes after it was resolved is connected to at the checked address", async () => {
    // 127.0.0.2 stands for the public address, and 127.0.0.1 for the private one.
    let address = "127.0.0.2";
    const { client, receiver, url } = await start({
      resolve: () => {
        const answer = [address];
        if (address === "127.0.0.2") setImmediate(() => (address = "127.0.0.1"));
        return answer;
      },
      settings: { allowedRanges: ["127.0.0.2/32"] },
    });
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(receiver.requests).toMatchObject([{ connectedTo: "127.0.0.2" }]);
    expect(await client.post(url, message)).toMatchObject({ failure: "address" });
    expect(receiver.connections).toBe(1);
  });

  test.each([
    ["first", ["127.0.0.1", "127.0.0.2", "127.0.0.3"]],
    ["in the middle", ["127.0.0.2", "127.0.0.1", "127.0.0.3"]],
    ["last", ["127.0.0.2", "127.0.0.3", "127.0.0.1"]],
    ["of the other family", ["127.0.0.2", "::1"]],
  ])("one private address among public ones, %s, ends the request", async (_place, addresses) => {
    const { client, receiver, url } = await start({
      resolve: () => addresses,
      settings: { allowedRanges: ["127.0.0.2/31"] },
    });
    expect(await client.post(url, message)).toMatchObject({ failure: "address" });
    expect(receiver.connections).toBe(0);
  });
});

describe("the hosts file", () => {
  const started = async (hosts: string, settings: Parameters<typeof start>[0] = {}) => {
    const folder = await mkdtemp(join(tmpdir(), "keystead-hosts-"));
    open.push({ close: () => rm(folder, { recursive: true }) });
    const hostsFile = join(folder, "hosts");
    await writeFile(hostsFile, hosts);
    return start({ resolve: () => ["127.0.0.9"], ...settings, hostsFile });
  };

  test("names addresses, before any name server is asked", async () => {
    const { client, receiver, names, url } = await started(
      `# comment\r\n127.0.0.2\tother.example  ${receiverName.toUpperCase()}. # ours\r\nnonsense ${receiverName}\n`,
    );
    expect(await client.post(url, message)).toMatchObject({ status: 200 });
    expect(receiver.requests).toMatchObject([{ connectedTo: "127.0.0.2" }]);
    expect(names.questions).toEqual([]);
  });

  test("allows no address that isn't allowed, also among others", async () => {
    const { client, receiver, url } = await started(
      `127.0.0.2 ${receiverName}\n10.1.2.3 ${receiverName}\n`,
      { settings: { allowedRanges: ["127.0.0.2/32"] } },
    );
    expect(await client.post(url, message)).toMatchObject({ failure: "address" });
    expect(receiver.connections).toBe(0);
  });

  test("that is missing or names others leaves the name servers", async () => {
    const { client, names, url } = await started(`127.0.0.2 another.example #${receiverName}\n`);
    await client.post(url, message);
    expect(names.questions.length).toBeGreaterThan(0);
  });
});

describe("a private address", () => {
  test("is refused in every spelling", async () => {
    const { client, receiver } = await start({ settings: { allowedRanges: [] } });
    const violations = await violationsOf(
      [
        "127.0.0.1",
        "2130706433",
        "017700000001",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "0177.0x0.0.01",
        "127.1",
        "127.0.1",
        "127.0.0.1.",
        "0",
        "0.0.0.0",
        "１２７.0.0.1",
        "127。0。0。1",
        "①②⑦.0.0.1",
        "%31%32%37.0.0.1",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "ｌｏｃａｌｈｏｓｔ",
        "api.localhost",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:FFFF:7f00:0001]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1::127.0.0.1]",
        "[2002:7f00:1::]",
        "[2001:0:102:304::80ff:fffe]",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "[fe80::1]",
        "[fd00:ec2::254]",
      ],
      async (host) => {
        const before = receiver.connections;
        expect(await client.post(`https://${host}:${receiver.port}/`, message)).toMatchObject({
          failure: "address",
        });
        expect(receiver.connections).toBe(before);
      },
    );
    expect(violations).toEqual([]);
  });

  test("is refused behind a name, in every spelling", async () => {
    const violations = await violationsOf(
      [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:102:304::80ff:fffe",
        "fe80::1",
        "fd00::1",
      ],
      async (address) => {
        const { client, receiver, url } = await start({
          resolve: () => [address],
          settings: { allowedRanges: [] },
        });
        expect(await client.post(url, message)).toMatchObject({ failure: "address" });
        expect(receiver.connections).toBe(0);
      },
    );
    expect(violations).toEqual([]);
  });

  test("is refused in local mode too, unless it is this machine", async () => {
    const { client } = await start({ settings: { isLocal: true } });
    for (const url of ["http://169.254.169.254/", "http://10.0.0.1/", "http://93.184.215.14/"])
      expect(await client.post(url, message)).toMatchObject({ failure: "address" });
  });
});

describe("a URL", () => {
  test("of the wrong form is refused without a question", async () => {
    const violations = await violationsOf(
      [
        ["with a user", (port: number) => `https://user@${receiverName}:${port}/`],
        ["with a password", (port: number) => `https://:word@${receiverName}:${port}/`],
        ["with a host as user", (port: number) => `https://example.com:443@127.0.0.1:${port}/`],
        ["with a zone", (port: number) => `https://[fe80::1%25lo]:${port}/`],
        ["without TLS", (port: number) => `http://${receiverName}:${port}/`],
        ["of another scheme", (port: number) => `ftp://${receiverName}:${port}/`],
        ["of a file", () => "file:///etc/passwd"],
        ["of data", () => "data:text/plain,ok"],
        ["at another port", () => `https://${receiverName}/`],
        ["without a host", (port: number) => `https://:${port}/`],
        ["that is relative", () => "/hooks"],
        ["that is empty", () => ""],
      ],
      async (_name, urlOf) => {
        const { client, names, receiver } = await start();
        expect(await client.post(urlOf(receiver.port), message)).toMatchObject({ failure: "url" });
        expect([receiver.connections, names.questions]).toEqual([0, []]);
      },
    );
    expect(violations).toEqual([]);
  });

  test("with a backslash ends its host there", async () => {
    const { client, receiver } = await start({ settings: { allowedRanges: [] } });
    const url = `https://127.0.0.1:${receiver.port}\\@${receiverName}/`;
    expect(await client.post(url, message)).toMatchObject({ failure: "address" });
  });
});

describe("a name server", () => {
  test("that never answers ends the request after its own limit", async () => {
    const { client, receiver, names, url } = await start({
      resolve: () => undefined,
      bounds: { resolveMs: 100 },
    });
    expect(await client.post(url, message)).toMatchObject({ failure: "dns" });
    expect([names.questions.length > 0, receiver.connections]).toEqual([true, 0]);
  });

  test("that knows no such name ends it", async () => {
    const { client, url } = await start({ resolve: () => [] });
    expect(await client.post(url, message)).toMatchObject({ failure: "dns" });
  });

  test("that lists hundreds of addresses ends it", async () => {
    const { client, receiver, url } = await start({
      resolve: () => Array.from({ length: 65 }, (_, index) => `127.0.0.${index + 1}`),
    });
    expect(await client.post(url, message)).toMatchObject({ failure: "dns" });
    expect(receiver.connections).toBe(0);
  });
});
