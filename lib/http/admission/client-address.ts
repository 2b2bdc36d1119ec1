import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** Set by the production server on every request, whatever the client sent under this name. */
const addressHeader = "x-keystead-client-address";

// Under plain `next start` nobody overwrites the header, so there it must not be believed.
const slot = globalThis as { keysteadAddressIsStamped?: boolean };

function parseAddress(text: string | undefined): string | undefined {
  // Most are an IPv4 address as such, or as a socket for both families gives it (RFC 4291
  // §2.5.5.2).
  const four = text?.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (four !== undefined && isIPv4(four)) return four;
  const bare = text
    ?.trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return bare !== undefined && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/**
 * The address that a request came from: the connection's, or, behind `hops` proxies of one's own,
 * the entry of X-Forwarded-For that the outermost of them wrote. Entries further left are the
 * client's to invent.
 */
export function clientAddressOf(
  connection: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string | undefined {
  const forwarded = hops > 0 && forwardedFor ? forwardedFor.split(",") : [];
  return parseAddress(forwarded.slice(-hops)[0]) ?? parseAddress(connection);
}

/** Gives an incoming request one header of that name, or none, whatever it came with. */
export function setHeader(request: IncomingMessage, name: string, value: string | undefined): void {
  // Whatever `headers` says: of more than a thousand it leaves some out that are in `rawHeaders`,
  // which handlers read.
  request.rawHeaders = request.rawHeaders.filter(
    (_, index, raw) => raw[index - (index % 2)]?.toLowerCase() !== name,
  );
  delete request.headers[name];
  if (value === undefined) return;
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}

/** Overwrites the internal header on an incoming request, for whoever handles it. */
export function stampClientAddress(request: IncomingMessage, hops: number): void {
  slot.keysteadAddressIsStamped = true;
  const forwarded = request.headers["x-forwarded-for"];
  const address = clientAddressOf(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    hops,
  );
  setHeader(request, addressHeader, address);
}

/** The address that the production server stamped; undefined where none does. */
export function readClientAddress(headers: Headers): string | undefined {
  return slot.keysteadAddressIsStamped === true
    ? (headers.get(addressHeader) ?? undefined)
    : undefined;
}
