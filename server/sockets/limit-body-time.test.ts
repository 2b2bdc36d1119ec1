import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "@/lib/limits";
import { limitBodyTime } from "./limit-body-time";

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/**
 * A client that has sent this much of a request to a server that answers when it has the whole body
 * and `work` is done.
 */
async function begin(sent: string, { ofLines = false, work = Promise.resolve() } = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const arrived = deferred();
  const ended = deferred();
  server = createServer((request, response) => {
    limitBodyTime(request, ofLines);
    request.resume().on("end", ended.resolve);
    arrived.resolve();
    void Promise.all([ended.promise, work]).then(() => response.end("done"));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const socket = connect((server?.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
  socket.write(sent);
  await arrived.promise;
  return { socket, closed, ended: ended.promise };
}

const head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";

test.each(["Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"])(
  "closes the connection if a body does not arrive in time: %j",
  async (rest) => {
    const { closed } = await begin(head + rest);
    vi.advanceTimersByTime(limits.requestBodyMs);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  },
);

test("allows more time for NDJSON", async () => {
  const { socket, closed } = await begin(`${head}Content-Length: 2\r\n\r\n{`, { ofLines: true });
  vi.advanceTimersByTime(limits.requestLinesMs - 1);
  socket.write("}");
  expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
  const late = await begin(`${head}Content-Length: 2\r\n\r\n{`, { ofLines: true });
  vi.advanceTimersByTime(limits.requestLinesMs);
  expect(await late.closed).toMatch(/^HTTP\/1\.1 408 /);
});

test("counts what has arrived by the deadline, even if this process hasn't read it yet", async () => {
  const { socket, closed } = await begin(`${head}Content-Length: 2\r\n\r\n{`);
  // Like a timer that is due after a pause, this runs before the event loop reads.
  await nextTurn();
  socket.write("}");
  vi.advanceTimersByTime(limits.requestBodyMs);
  expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
});

test("sets no deadline after the body has arrived, or without a body", async () => {
  for (const sent of [
    `${head}Content-Length: 2\r\n\r\n{}`,
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ]) {
    const work = deferred();
    const { closed, ended } = await begin(sent, { work: work.promise });
    await ended;
    vi.advanceTimersByTime(limits.requestLinesMs);
    work.resolve();
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
  }
});
