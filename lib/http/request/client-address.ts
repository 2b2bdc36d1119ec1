import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { ClientInfo } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

/** Overwritten by the production server on every request. */
export const addressHeader = "x-keystead-client-address";

// Plain `next start` doesn't overwrite the header, so it is trusted only after a first stamp.
const slot = globalThis as { keysteadAddressIsStamped?: boolean };

function parseAddress(text: string | undefined): string | undefined {
  // Fast path: plain IPv4, or IPv4-mapped IPv6 from a dual-stack socket (RFC 4291 §2.5.5.2).
  const four = text?.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (four !== undefined && isIPv4(four)) return four;
  const bare = text
    ?.trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return bare !== undefined && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/**
 * Returns the client's address: the connection's, or behind `hops` trusted proxies the
 * X-Forwarded-For entry that the outermost proxy wrote. Clients can forge the entries left of it.
 */
export function clientAddressOf(
  connection: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string | undefined {
  const forwarded = hops > 0 && forwardedFor ? forwardedFor.split(",") : [];
  return parseAddress(forwarded.slice(-hops)[0]) ?? parseAddress(connection);
}

/** Replaces all headers of that name on an incoming request; undefined removes them. */
export function setHeader(request: IncomingMessage, name: string, value: string | undefined): void {
  // Filter `rawHeaders` too: handlers read it, and it can have entries that `headers` lacks.
  request.rawHeaders = request.rawHeaders.filter(
    (_, index, raw) => raw[index - (index % 2)]?.toLowerCase() !== name,
  );
  delete request.headers[name];
  if (value === undefined) return;
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}

/** Overwrites the internal address header on an incoming request. */
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

/** Returns the address that `stampClientAddress` wrote. */
export const readStampedAddress = ({ headers }: IncomingMessage): string | undefined =>
  headers[addressHeader]?.toString();

/** Returns the address that the production server stamped; undefined under plain `next start`. */
export function readClientAddress(headers: Pick<Headers, "get">): string | undefined {
  return slot.keysteadAddressIsStamped === true
    ? (headers.get(addressHeader) ?? undefined)
    : undefined;
}

const isLoopback = (text: string | undefined): boolean => {
  const address = parseAddress(text);
  return address !== undefined && ipaddr.parse(address).range() === "loopback";
};

/**
 * Whether a page is requested from this machine, and by no proxy or tunnel for another one. False
 * under plain `next start`, which listens on every address. Next itself adds `X-Forwarded-For`.
 */
export function isFromThisMachine(headers: Pick<Headers, "get">): boolean {
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  return (
    [readClientAddress(headers), ...forwarded].every(isLoopback) &&
    ["forwarded", "via", "x-real-ip"].every((name) => headers.get(name) === null)
  );
}

/** Returns what a request says about its client. */
export const readClient = (headers: Headers): ClientInfo => ({
  address: readClientAddress(headers),
  userAgent: headers.get("user-agent")?.slice(0, limits.userAgentCharacters),
  origin: headers.get("origin") ?? undefined,
});
