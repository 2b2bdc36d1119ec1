import {
  createServer as createPlainServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import type { TestCertificate } from "./test-certificate";

interface ReceivedRequest {
  /** The address of this machine that the client connected to. */
  connectedTo: string;
  /** The name that TLS asked for, or false without. */
  serverName: string | false;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** Connections so far, also those that didn't become requests. */
  readonly connections: number;
  close(): Promise<void>;
}

/** How a receiver listens and what it answers. */
export interface ReceiverFacts {
  /** Without, it speaks plain HTTP. */
  certificate?: TestCertificate | undefined;
  /** Default: 200 with the body "ok". */
  respond?: ((response: ServerResponse) => void) | undefined;
  /** Default: every address of this machine. */
  host?: string | undefined;
}

/** Starts a receiver. */
export async function startWebhookReceiver({
  certificate,
  respond = (response) => response.end("ok"),
  host,
}: ReceiverFacts): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const receive = (request: IncomingMessage, response: ServerResponse) =>
    void text(request).then(
      (body) => {
        const socket = request.socket as TLSSocket;
        requests.push({
          connectedTo: (socket.localAddress ?? "").replace(/^::ffff:/, ""),
          serverName: certificate === undefined ? false : (socket.servername ?? false),
          url: request.url ?? "",
          headers: request.headers,
          body,
        });
        respond(response);
      },
      () => undefined,
    );
  const server =
    certificate === undefined ? createPlainServer(receive) : createServer(certificate, receive);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return connections;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
