import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createDrain } from "./drain";

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server that answers 200, and a drain whose port stays open until `close` is called. */
async function startServer() {
  let close = () => undefined as void;
  const closing = new Promise<void>((resolve) => (close = resolve));
  const drain = createDrain(
    (_request, response) => void response.end("ok"),
    { mode: "production" },
    undefined,
    () => closing,
  );
  const started = (server = createServer(drain.handle));
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  return { close, get, run: () => drain.run([started]) };
}

test("while it drains, a server fails /readyz and answers all else; then its port is closed", async () => {
  const { get, run, close } = await startServer();
  expect((await get("/readyz")).status).toBe(200);
  const drained = run();
  const readiness = await get("/readyz");
  expect(readiness.status).toBe(503);
  expect(readiness.headers.get("retry-after")).not.toBeNull();
  for (let count = 0; count < 20; count++) {
    const response = await get("/");
    expect(response.status).toBe(200);
    expect(response.headers.get("connection")).toBe("close");
  }
  close();
  await drained;
  await expect(get("/")).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});
