import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Instance } from "./instance";
import type { Sent } from "./journal";

const timeoutMs = 15_000;

export interface Call {
  kind: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface Reply extends Sent {
  body: Record<string, unknown>;
}

/** Sends a call to an instance if it is ready, otherwise to another one. Never throws. */
export type Send = (call: Call, preferred?: number) => Promise<Reply>;

export interface Client {
  send: Send;
  /** Connections that an instance refused, so that another one got the request. */
  refused(): number;
  close(): void;
}

/**
 * Creates a client that acts as a load balancer: it uses instances whose /readyz succeeds, and
 * tries another one if a connection is refused, because nothing was sent yet. It repeats no request.
 */
export function createClient(
  instances: Pick<Instance, "port" | "isReady">[],
  record: (sent: Sent) => void,
): Client {
  // Closes idle connections before the servers do, which happens after five seconds.
  const agents = instances.map(() => new Agent({ keepAlive: true, timeout: 4_000 }));
  let [refused, next] = [0, 0];

  function sendTo(index: number, call: Call, requestId: string): Promise<Reply> {
    const startedAt = performance.now();
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    return new Promise((resolve) => {
      const finish = (rest: Partial<Reply>) =>
        resolve({
          kind: call.kind,
          requestId,
          instance: index,
          startedAt,
          endedAt: performance.now(),
          body: {},
          ...rest,
        });
      const fail = (error: NodeJS.ErrnoException) => finish({ error: error.code ?? error.name });
      const outgoing = request(
        {
          agent: agents[index],
          host: "127.0.0.1",
          port: instances[index]?.port,
          method: call.method,
          path: call.path,
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            "x-request-id": requestId,
            ...(text === undefined
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": String(Buffer.byteLength(text)),
                }),
            ...call.headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", fail);
          incoming.on("end", () => {
            const body = parse(Buffer.concat(chunks).toString());
            finish({
              status: incoming.statusCode ?? 0,
              hasRetryAfter: incoming.headers["retry-after"] !== undefined,
              body,
              ...(isError(body) ? { error: body._tag, message: body.message } : {}),
            });
          });
        },
      );
      outgoing.on("error", fail);
      outgoing.end(text);
    });
  }

  async function send(call: Call, preferred = next++ % instances.length): Promise<Reply> {
    const order = instances.map((_, step) => (preferred + step) % instances.length);
    const ready = order.filter((index) => instances[index]?.isReady());
    const requestId = randomUUID();
    let reply: Reply | undefined;
    for (const index of ready.length > 0 ? ready : order) {
      reply = await sendTo(index, call, requestId);
      if (reply.error !== "ECONNREFUSED") break;
      refused++;
    }
    if (reply === undefined) throw new Error("there is no instance");
    const { body: _, ...sent } = reply;
    record(sent);
    return reply;
  }

  return {
    send,
    refused: () => refused,
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

const isError = (body: Record<string, unknown>): body is { _tag: string; message: string } =>
  String(body["_tag"]).startsWith("@error/");

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
