import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Relay, startRelay } from "./relay";

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const each of cleanUp.splice(0)) each();
});

async function startEcho(): Promise<{ relay: Relay; open: () => Promise<Socket> }> {
  const server = createServer((socket) => void socket.on("error", () => undefined).pipe(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const relay = await startRelay((server.address() as AddressInfo).port);
  cleanUp.push(() => void server.close(), relay.close);
  const open = async () => {
    const socket = connect(relay.port, "127.0.0.1");
    cleanUp.push(() => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { relay, open };
}

test("forwards both ways, and closes both ends", async () => {
  const { open } = await startEcho();
  const socket = await open();
  socket.end("hello");
  const [reply] = (await once(socket, "data")) as [Buffer];
  expect(reply.toString()).toBe("hello");
  await once(socket, "close");
});

test("a cut link neither answers nor closes, and delivers what waited once it is restored", async () => {
  const { relay, open } = await startEcho();
  const old = await open();
  old.write("1");
  await once(old, "data");
  relay.cut();
  const fresh = await open();
  const arrived: string[] = [];
  for (const socket of [old, fresh])
    socket
      .on("data", (chunk: Buffer) => void arrived.push(chunk.toString()))
      .on("close", () => void arrived.push("closed"));
  old.write("2");
  fresh.write("3");
  // A link that isn't cut answers meanwhile.
  const other = await (await startEcho()).open();
  for (let round = 0; round < 20; round++) {
    other.write("x");
    await once(other, "data");
  }
  expect(arrived).toEqual([]);
  relay.restore();
  while (arrived.length < 2) await new Promise(setImmediate);
  expect(arrived.toSorted()).toEqual(["2", "3"]);
});
