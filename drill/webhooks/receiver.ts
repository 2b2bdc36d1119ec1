import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createServerCertificate, toPem } from "@/testing/test-certificate";
import { type Behavior, behaviors, redirectPath } from "./behaviors";

/** A request of Keystead to a webhook, as it arrived. */
export interface Arrival {
  headers: Record<string, string>;
  body: string;
}

/** A server that plays every webhook of the drill: the path is the behavior. */
export interface WebhookReceiver {
  /** What lets a server in production send to it. */
  env: Record<string, string>;
  urlOf(behavior: Behavior): string;
  /** In the order of their arrival. */
  arrivalsOf(behavior: Behavior): Arrival[];
  /** Requests that followed a redirect. */
  redirected(): number;
  /** Lets a webhook answer 200 from now on. */
  heal(behavior: Behavior): void;
  close(): Promise<void>;
}

const isBehavior = (text: string): text is Behavior => text in behaviors;

const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Starts the receiver on loopback, with a certificate of its own authority. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const authority = createAuthority("CN=Drill");
  const folder = await mkdtemp(join(tmpdir(), "keystead-drill-"));
  const authorities = join(folder, "authority.pem");
  await writeFile(authorities, toPem(authority.certificate));
  const arrivals = new Map<Behavior, Arrival[]>();
  const healed = new Set<Behavior>();
  let redirected = 0;

  function answer(incoming: IncomingMessage, body: string, response: ServerResponse): void {
    const path = incoming.url ?? "";
    if (path === redirectPath) redirected++;
    const name = path.slice(1);
    if (!isBehavior(name)) return void response.writeHead(404).end();
    const headers = Object.fromEntries(
      signedHeaders.map((each) => [each, String(incoming.headers[each])]),
    );
    const ofName = arrivals.get(name) ?? [];
    ofName.push({ headers, body });
    arrivals.set(name, ofName);
    behaviors[healed.has(name) ? "ok" : name](response);
  }

  const server = createServer(
    createServerCertificate(authority, ["127.0.0.1"]),
    (incoming, response) => {
      response.on("error", () => undefined);
      // A killed server sends no more than a part of its request.
      text(incoming).then(
        (body) => answer(incoming, body, response),
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
    urlOf: (behavior) => `https://127.0.0.1:${port}/${behavior}`,
    arrivalsOf: (behavior) => arrivals.get(behavior) ?? [],
    redirected: () => redirected,
    heal: (behavior) => void healed.add(behavior),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
