import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "@/testing/until";
import { createSocketLimits, type Handle, type SocketLimits } from "./socket-limits";

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** More than the kernel buffers for a socket that isn't read. */
const large = Buffer.alloc(16 * 1024 * 1024);
const limits: SocketLimits = {
  waitingRequests: 8,
  stalledMs: 60_000,
  connectionsPerAddress: undefined,
  connections: 10_000,
};
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const statusLines = (text: string) => text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0;

async function listen(
  handle: Handle,
  own: Partial<SocketLimits> = {},
  host = "127.0.0.1",
  limit = createSocketLimits(handle, { ...limits, ...own }),
): Promise<number> {
  const server = createServer();
  limit(server);
  servers.push(server);
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function open(port: number, sent: string, host = "127.0.0.1") {
  const socket = connect(port, host);
  clients.push(socket);
  let received = "";
  socket.on("error", () => undefined);
  socket.write(sent);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  const read = () =>
    void socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  return { socket, read, closed, received: () => received };
}

const blockProcess = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const statusOf = (port: number, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path, agent: false },
      (response) => void response.resume().on("end", () => resolve(response.statusCode)),
    )
      .on("error", reject)
      .end();
  });

describe("pipelined requests", () => {
  test("begin one after the other, in order, each when the response before it has been flushed", async () => {
    const begun: string[] = [];
    let running = 0;
    let mostRunning = 0;
    const port = await listen((incoming, response) => {
      begun.push(incoming.url ?? "");
      mostRunning = Math.max(mostRunning, ++running);
      response.once("finish", () => running--);
      setImmediate(() => response.end(incoming.url));
    });
    const paths = Array.from({ length: 9 }, (_, index) => `/${index}`);
    const client = open(port, paths.map(get).join(""));
    client.read();
    await until("all are answered", () => (statusLines(client.received()) === 9 ? true : null));
    expect(begun).toEqual(paths);
    expect(mostRunning).toBe(1);
    // The connection still works.
    client.socket.write(get("/again"));
    await until("one more is answered", () =>
      statusLines(client.received()) === 10 ? true : null,
    );
  });

  test("of a client that doesn't read begin once: the next waits while output is buffered", async () => {
    let begun = 0;
    const handle: Handle = (incoming, response) => {
      if (incoming.url === "/healthz") return void response.end("ok");
      begun++;
      response.end(large);
    };
    const port = await listen(handle);
    const client = open(port, get("/large").repeat(5));
    await until("the first has begun", () => (begun > 0 ? true : null));
    for (let ask = 0; ask < 5; ask++) expect(await statusOf(port, "/healthz")).toBe(200);
    expect(begun).toBe(1);
    client.read();
    await until("the reader gets all five", () =>
      begun === 5 && statusLines(client.received()) === 5 ? true : null,
    );
  });

  test("of 200 clients that send 400 each and don't read begin 200, and others are answered", async () => {
    let begun = 0;
    let closed = 0;
    const port = await listen((incoming, response) => {
      if (incoming.url === "/healthz") return void response.end("ok");
      begun++;
      response.once("close", () => closed++).end(large);
    });
    const stalled = Array.from({ length: 200 }, () => open(port, get("/large").repeat(400)));
    await Promise.all(stalled.map(({ socket }) => once(socket, "connect")));
    expect(await statusOf(port, "/healthz")).toBe(200);
    await until("all are closed: they sent too many at once", () => (closed === 200 ? true : null));
    expect(begun).toBe(200);
    expect(await statusOf(port, "/healthz")).toBe(200);
  });

  test("behind a response that closes the connection don't begin", async () => {
    const begun: string[] = [];
    const port = await listen((incoming, response) => {
      begun.push(incoming.url ?? "");
      response.end("done");
    });
    const client = open(
      port,
      `GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n${get("/after")}`,
    );
    client.read();
    await client.closed;
    expect(begun).toEqual(["/last"]);
  });

  test("with bodies are each read whole", async () => {
    const port = await listen((incoming, response) => {
      let body = "";
      incoming
        .on("data", (chunk: Buffer) => (body += chunk.toString()))
        .on("end", () => response.end(`${body.length};`));
    });
    const post = (length: number) =>
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
    const lengths = [3, 200_000, 5, 300_000, 7];
    const client = open(port, lengths.map(post).join(""));
    client.read();
    await until("all are answered", () =>
      client.received().match(/\d+;/g)?.length === 5 ? true : null,
    );
    expect(client.received().match(/\d+(?=;)/g)).toEqual(lengths.map(String));
  });
});

describe("a connection without progress", () => {
  const stalledMs = 100;

  test("is closed when its client doesn't read the response", async () => {
    let isClosed = false;
    const port = await listen(
      (_incoming, response) => {
        response.once("close", () => (isClosed = true));
        response.end(large);
      },
      { stalledMs },
    );
    open(port, get("/large"));
    await until("the server gives up on it", () => (isClosed ? true : null));
  });

  test("is closed when its client doesn't send the body that the handler reads, or nothing at all", async () => {
    const port = await listen((incoming) => void incoming.resume(), { stalledMs });
    for (const sent of ["", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"]) {
      const client = open(port, sent);
      client.read();
      expect(await client.closed).toBe("");
    }
  });

  test("stays open if the client sent its body while this process was too busy to read", async () => {
    const client: { socket?: Socket } = {};
    const port = await listen(
      (incoming, response) => {
        const pause = () => {
          client.socket?.write("y");
          blockProcess(2 * stalledMs);
        };
        incoming.once("data", () => setImmediate(pause));
        incoming.resume().once("end", () => response.end("whole"));
      },
      { stalledMs },
    );
    const opened = open(
      port,
      "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\nx",
    );
    client.socket = opened.socket;
    opened.read();
    expect(await opened.closed).toMatch(/whole$/);
  });

  test("stays open while the server works, and a streamed response that is read keeps flowing", async () => {
    let timeouts = 0;
    let finish = () => {};
    const port = await listen((_incoming, response) => (finish = () => response.end("late")), {
      stalledMs,
    });
    servers[0]?.on("timeout", () => timeouts++);
    const client = open(port, get("/slow"));
    client.read();
    await until("the idle timer has fired", () => (timeouts > 0 ? true : null));
    finish();
    await until("the answer", () => (client.received().endsWith("late") ? true : null));

    let chunks = 0;
    const streaming = await listen(
      (_incoming, response) => {
        const timer = setInterval(
          () =>
            ++chunks < 20 ? response.write("chunk;") : (clearInterval(timer), response.end("end")),
          stalledMs / 5,
        );
      },
      { stalledMs },
    );
    const reader = open(streaming, get("/stream"));
    reader.read();
    await until("the end of the stream", () => (reader.received().includes("end") ? true : null));
    expect(chunks).toBe(20);
  });
});

describe("connections of one address", () => {
  const answer: Handle = (_incoming, response) => void response.end("ok");

  test("are refused beyond the limit, at all servers together, until one closes", async () => {
    const limit = createSocketLimits(answer, { ...limits, connectionsPerAddress: 2 });
    const ports = [
      await listen(answer, {}, "127.0.0.1", limit),
      await listen(answer, {}, "127.0.0.1", limit),
    ] as const;
    const held = [open(ports[0], get("/")), open(ports[1], get("/"))];
    held.forEach(({ read }) => read());
    await until("both are answered", () =>
      held.every(({ received }) => statusLines(received()) === 1) ? true : null,
    );
    for (const port of ports) {
      const refused = open(port, get("/"));
      refused.read();
      expect(await refused.closed).toBe("");
    }
    held[0]?.socket.destroy();
    await until("a place is free", () =>
      statusOf(ports[0], "/").then(
        (status) => status === 200,
        () => null,
      ),
    );
  });

  test("are unlimited behind a proxy, whose address all of them share", async () => {
    const port = await listen(answer, { connectionsPerAddress: undefined });
    const held = Array.from({ length: 20 }, () => open(port, get("/")));
    held.forEach(({ read }) => read());
    await until("all are answered", () =>
      held.every(({ received }) => statusLines(received()) === 1) ? true : null,
    );
  });
});

test("connections of all addresses together are limited, and a closed one makes room", async () => {
  const port = await listen(
    (_incoming, response) => void response.end("ok"),
    { connections: 2 },
    "0.0.0.0",
  );
  const held = ["127.0.0.1", "127.0.0.2"].map((host) => open(port, get("/"), host));
  held.forEach(({ read }) => read());
  await until("both are answered", () =>
    held.every(({ received }) => statusLines(received()) === 1) ? true : null,
  );
  const refused = open(port, get("/"), "127.0.0.3");
  refused.read();
  expect(await refused.closed).toBe("");
  held[0]?.socket.destroy();
  await until("another one is answered", async () =>
    (await statusOf(port, "/").catch(() => undefined)) === 200 ? true : null,
  );
});
