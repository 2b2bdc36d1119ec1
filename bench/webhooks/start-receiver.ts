import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createServerCertificate, toPem } from "@/testing/test-certificate";

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on loopback that receives webhooks. */
export interface Receiver {
  /** What lets a server in production send to it. */
  env: Record<string, string>;
  /** Its port and the path, at its address unless a name is given. */
  urlOf(path: string, name?: string): string;
  close(): Promise<void>;
}

/** Starts a receiver with a certificate of its own authority. */
export async function startReceiver(
  receive: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<Receiver> {
  const authority = createAuthority("CN=Loopback");
  const folder = await mkdtemp(join(tmpdir(), "keystead-receiver-"));
  const authorities = join(folder, "authority.pem");
  await writeFile(authorities, toPem(authority.certificate));
  const server = createServer(
    createServerCertificate(authority, ["127.0.0.1"]),
    (incoming, response) => {
      response.on("error", () => undefined);
      // A killed server sends no more than a part of its request.
      text(incoming).then(
        (body) => receive({ path: incoming.url ?? "", headers: incoming.headers, body }, response),
        () => undefined,
      );
    },
  );
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      KEYSTEAD_WEBHOOK_PORTS: String(port),
      KEYSTEAD_WEBHOOK_ALLOWED_RANGES: "127.0.0.1/32",
      NODE_EXTRA_CA_CERTS: authorities,
    },
    urlOf: (path, name = "127.0.0.1") => `https://${name}:${port}${path}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
