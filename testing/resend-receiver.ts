import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** An error response. */
interface ResendRefusal {
  status: number;
  name: string;
  message: string;
  headers?: Record<string, string>;
  /** Body to send instead of a standard error. */
  body?: string;
}

/**
 * Accepts an email, returns an error, delays the response until released, or accepts and never
 * responds.
 */
export type ResendBehaviour = "accept" | "hold" | "take and drop" | "take and hold" | ResendRefusal;

interface AcceptedEmail {
  key: string;
  from: string;
  to: string;
  reply_to?: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/**
 * Resend's `POST /emails` and `GET /domains` on loopback. It accepts an idempotency key once and then repeats the
 * response.
 */
export interface ResendReceiver {
  readonly baseUrl: string;
  behaviour: ResendBehaviour;
  /** Accepted emails, in order. */
  readonly mails: AcceptedEmail[];
  /** Idempotency keys of all requests, in order. */
  readonly keys: string[];
  /** `traceparent` headers of all requests, in order. */
  readonly traceparents: (string | undefined)[];
  /** API keys of all requests. */
  readonly apiKeys: Set<string>;
  /** Number of delayed requests. */
  readonly held: number;
  /** Maximum number of requests delayed at the same time. */
  readonly mostHeld: number;
  /** Responds to the delayed requests and to all later ones. */
  release(): void;
  /** Closes the port and every connection. */
  close(): Promise<void>;
  /** Opens the same port again. */
  comeBack(): Promise<void>;
}

const errorOf = ({ status, name, message }: ResendRefusal) =>
  JSON.stringify({ statusCode: status, name, message });

/** @param onAccepted called with the recipient of each accepted email */
export async function startResendReceiver(
  onAccepted: (recipient: string) => void = () => undefined,
): Promise<ResendReceiver> {
  const mails: AcceptedEmail[] = [];
  const keys: string[] = [];
  const traceparents: (string | undefined)[] = [];
  const apiKeys = new Set<string>();
  const accepted = new Map<string, { payload: string; id: string }>();
  const waiting = new Set<() => void>();
  let mostHeld = 0;
  let behaviour: ResendBehaviour = "accept";

  function refuse(response: ServerResponse, refusal: ResendRefusal): void {
    response.writeHead(refusal.status, { "Content-Type": "application/json", ...refusal.headers });
    response.end(refusal.body ?? errorOf(refusal));
  }

  const hold = () =>
    new Promise<void>((resolve) => {
      waiting.add(resolve);
      mostHeld = Math.max(mostHeld, waiting.size);
    });

  /**
   * Accepts an email.
   * @returns its id, or undefined if its key came with another payload before
   */
  function take(key: string, body: object): string | undefined {
    const payload = JSON.stringify(body);
    const known = accepted.get(key);
    if (known !== undefined) return known.payload === payload ? known.id : undefined;
    const id = randomUUID();
    accepted.set(key, { payload, id });
    const mail = { key, ...body } as AcceptedEmail;
    mails.push(mail);
    onAccepted(mail.to);
    return id;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET" && request.url === "/domains") {
      if (typeof behaviour === "object") return refuse(response, behaviour);
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.end(JSON.stringify({ object: "list", data: [], has_more: false }));
    }
    const body = (await json(request)) as object;
    const key = String(request.headers["idempotency-key"]);
    keys.push(key);
    traceparents.push(request.headers["traceparent"] as string | undefined);
    apiKeys.add(String(request.headers.authorization));
    if (request.method !== "POST" || request.url !== "/emails")
      return refuse(response, {
        status: 404,
        name: "not_found",
        message: "There is no such endpoint",
      });
    const asked = behaviour;
    if (typeof asked === "object") return refuse(response, asked);
    if (asked === "hold") await hold();
    // The client disconnected. It gets no response and retries.
    if (request.socket.destroyed) return;
    const id = take(key, body);
    if (asked === "take and drop") return void request.socket.destroy();
    if (asked === "take and hold") await hold();
    if (id === undefined)
      return refuse(response, {
        status: 409,
        name: "invalid_idempotent_request",
        message: "Same idempotency key used with a different request payload",
      });
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ id }));
  }

  function release(): void {
    behaviour = "accept";
    for (const go of waiting) go();
    waiting.clear();
  }

  // Tests close connections on purpose.
  const server = createServer(
    (request, response) => void receive(request, response).catch(() => response.destroy()),
  );
  const open = (wanted: number) =>
    new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get behaviour() {
      return behaviour;
    },
    set behaviour(wanted) {
      behaviour = wanted;
    },
    mails,
    keys,
    traceparents,
    apiKeys,
    get held() {
      return waiting.size;
    },
    get mostHeld() {
      return mostHeld;
    },
    release,
    async close() {
      release();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    comeBack: () => open(port),
  };
}
