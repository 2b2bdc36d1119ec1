import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** An answer other than that the mail was taken. */
interface ResendRefusal {
  status: number;
  name: string;
  message: string;
  headers?: Record<string, string>;
  /** Sent instead of the error that the API speaks. */
  body?: string;
}

/**
 * Takes a mail, answers otherwise, holds its answer back until it is released, or takes the mail
 * and answers nothing.
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

/** Resend's `POST /emails` on loopback: a key is accepted once, and answered alike from then on. */
export interface ResendReceiver {
  readonly baseUrl: string;
  behaviour: ResendBehaviour;
  /** What it has accepted, in order. */
  readonly mails: AcceptedEmail[];
  /** Idempotency keys of all requests, in order. */
  readonly keys: string[];
  /** Keys of the API that requests came with. */
  readonly apiKeys: Set<string>;
  /** How many requests it holds, until it releases them. */
  readonly held: number;
  /** The most that it has held at once. */
  readonly mostHeld: number;
  /** Answers what it holds, and from now on everything. */
  release(): void;
  close(): Promise<void>;
}

const errorOf = ({ status, name, message }: ResendRefusal) =>
  JSON.stringify({ statusCode: status, name, message });

export async function startResendReceiver(): Promise<ResendReceiver> {
  const mails: AcceptedEmail[] = [];
  const keys: string[] = [];
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

  /** @returns the id of the mail, or undefined when its key came with another payload before */
  function take(key: string, body: object): string | undefined {
    const payload = JSON.stringify(body);
    const known = accepted.get(key);
    if (known !== undefined) return known.payload === payload ? known.id : undefined;
    const id = randomUUID();
    accepted.set(key, { payload, id });
    mails.push({ key, ...body } as AcceptedEmail);
    return id;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as object;
    const key = String(request.headers["idempotency-key"]);
    keys.push(key);
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
    // Whoever has gone meanwhile hears no answer, and asks again.
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

  // Connections that a test ends on purpose.
  const server = createServer(
    (request, response) => void receive(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get behaviour() {
      return behaviour;
    },
    set behaviour(wanted) {
      behaviour = wanted;
    },
    mails,
    keys,
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
  };
}
