import { type OutgoingHttpHeaders, request } from "node:http";
import { until } from "@/testing/until";

/** A raw HTTP request. The path is sent without normalization. */
export interface Wire {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  /** A string is sent as it is, without a media type. Other values are sent as JSON. */
  body?: unknown;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, or undefined if it isn't JSON. */
  body: Record<string, unknown> & { _tag?: string };
}

const timeoutMs = 120_000;

function parse(text: string, type: string | undefined): Reply["body"] {
  // A single line of NDJSON would parse as JSON.
  if (type === "application/x-ndjson") return undefined as unknown as Reply["body"];
  try {
    return JSON.parse(text) as Reply["body"];
  } catch {
    return undefined as unknown as Reply["body"];
  }
}

/** Sends one request over real HTTP, without normalizing its path or following redirects. */
export function send(
  { port }: { port: number },
  { method, path, headers = {}, body }: Wire,
): Promise<Reply> {
  const typed =
    body === undefined || typeof body === "string" ? {} : { "content-type": "application/json" };
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { ...typed, ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => void (text += chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const pairs = Object.entries(incoming.headersDistinct).map(
            ([name, values]): [string, string] => [name, (values ?? []).join(", ")],
          );
          resolve({
            status: incoming.statusCode ?? 0,
            headers: new Headers(pairs),
            text,
            body: parse(text, incoming.headers["content-type"]),
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

/**
 * Sends a request, and again while the reply is Unavailable: a slow machine can't serve hundreds of
 * requests within the server's limits, and Unavailable promises that nothing was changed.
 */
export const sendUntilServed = (server: { port: number }, wire: Wire): Promise<Reply> =>
  until("the server serves the request", async () => {
    const reply = await send(server, wire);
    return reply.status === 503 && reply.body._tag === "@error/Unavailable" ? null : reply;
  });
