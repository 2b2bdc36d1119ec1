import { Agent, request } from "node:http";
import type { Method } from "@/lib/http/endpoint/route-module";

export interface Call {
  method: Method;
  path: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string unchanged. */
  body?: object | string;
}

export interface Answer {
  status: number;
  text: string;
}

export type Client = (call: Call) => Promise<Answer>;

/**
 * Creates a client with keep-alive connections. It returns every status, because an error is a
 * result here. The clients of other benchmarks throw.
 */
export function createClient(port: number, connections = Infinity): Client & { close(): void } {
  // Closes idle connections before the server does, which happens after five seconds.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 4_000 });
  const call = ({ method, path, headers = {}, body }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const text = typeof body === "object" ? JSON.stringify(body) : (body ?? "");
      const own =
        body === undefined
          ? {}
          : {
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(text)),
            };
      const outgoing = request(
        { agent, host: "127.0.0.1", port, method, path, headers: { ...own, ...headers } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () =>
            resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
          incoming.on("error", reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(text);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}
