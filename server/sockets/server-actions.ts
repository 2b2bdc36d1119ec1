import { IncomingMessage, type ServerResponse } from "node:http";
import { badRequest, isServiceError, ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/respond";
import { setHeader } from "@/lib/http/request/client-address";
import { parseUrl } from "@/lib/parse-url";
import { pageLimits } from "./page-limits";
import type { Handle } from "./socket-limits";

/** Route files, which read their bodies themselves. No other page takes a POST but an action's. */
const readsItsBody = (path: string) => /^\/(auth|demo\/api)\//.test(path);

const isSignedIn = ({ headers }: IncomingMessage) =>
  /(^|[;\s])(__Host-)?keystead-operator=/.test(headers.cookie ?? "");

/** Reads a body. Undefined if it is larger, or the client disconnects. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve(undefined));
  });
}

/** Returns whether a multipart body has at most `max` parts. Text has none. */
function hasFewParts(body: Buffer, type: string, max: number): boolean {
  if (!type.startsWith("multipart/")) return true;
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw badRequest("", "The body is multipart, but the Content-Type names no boundary.");
  // The last one ends the body.
  let left = max + 1;
  for (
    let at = body.indexOf(`--${boundary}`);
    at !== -1;
    at = body.indexOf(`--${boundary}`, at + 1)
  )
    if (left-- === 0) return false;
  return true;
}

/** The same request, with a body that has been read. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const { headers, rawHeaders } = request;
  const replayed = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders },
    complete: true,
  });
  replayed.push(body);
  replayed.push(null);
  return replayed;
}

/** Next compares these, and fails with 500 if they differ. */
function comesFromItsHost({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = headers["x-forwarded-host"] ?? headers.host;
  return parseUrl(origin)?.host === String(host).split(",", 1)[0]?.trim();
}

/**
 * Our actions return their failures, so a 500 means that React couldn't read the arguments, which are
 * the client's.
 */
function blameClient(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...more: unknown[]
  ) => void;
  response.writeHead = (status: number, ...more: unknown[]) => {
    writeHead(status === 500 ? 400 : status, ...more);
    return response;
  };
}

export interface ServerActionsOptions {
  /** The ids of the build's actions. */
  ids: ReadonlySet<string>;
  baseUrl: string;
}

/**
 * Admits POST requests to pages: only calls of this build's server actions, from a page of the same
 * host. Their bodies are bounded before Next parses them, without a session to 64 KiB.
 */
export function createServerActions(
  handle: Handle,
  { ids, baseUrl }: ServerActionsOptions,
): Handle {
  const own = new URL(baseUrl);

  function requireAction(request: IncomingMessage): void {
    const { headers } = request;
    // A proxy may rewrite Host. The actions compare Origin with the base URL themselves.
    if (headers.origin === own.origin) setHeader(request, "x-forwarded-host", own.host);
    if (!comesFromItsHost(request))
      throw new ServiceError("@error/Forbidden", undefined, "This request came from another site.");
    if (!/^(text\/plain|multipart\/form-data)\b/i.test(headers["content-type"] ?? ""))
      throw new ServiceError(
        "@error/UnsupportedMediaType",
        undefined,
        "An action takes text/plain or multipart/form-data.",
      );
  }

  async function readAction(request: IncomingMessage): Promise<IncomingMessage> {
    requireAction(request);
    const { bytes, signedInBytes, parts } = pageLimits.serverActions;
    const maxBytes = isSignedIn(request) ? signedInBytes : bytes;
    const body = await readBody(request, maxBytes);
    const type = request.headers["content-type"] ?? "";
    if (body === undefined || !hasFewParts(body, type, parts))
      throw new ServiceError(
        "@error/PayloadTooLarge",
        undefined,
        `The body is larger than ${maxBytes / 1024} KiB, or has more than ${parts} parts.`,
      );
    return withBody(request, body);
  }

  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    if (request.method !== "POST" || readsItsBody(path)) return handle(request, response);
    const id = request.headers["next-action"];
    if (id === undefined)
      return sendError(response, new ServiceError("@error/MethodNotAllowed"), {
        Allow: "GET, HEAD",
      });
    if (!ids.has(String(id)))
      return sendError(
        response,
        new ServiceError("@error/NotFound", undefined, "This page is outdated. Reload it."),
        // Next's client then reports an unknown action.
        { "X-Nextjs-Action-Not-Found": "1" },
      );
    readAction(request).then(
      (action) => {
        blameClient(response);
        handle(action, response);
      },
      (error: unknown) =>
        sendError(
          response,
          isServiceError(error) ? error : new ServiceError("@error/Unavailable"),
          { Connection: "close" },
        ),
    );
  };
}
