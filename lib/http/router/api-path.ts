import olderMount from "@/lib/http/request/older-mount.json";

/**
 * Where a request goes: to the API by its canonical path, to an error because its path can't be
 * decoded, or to a page.
 */
export type Destination = { kind: "api"; path: string } | { kind: "malformed" } | { kind: "page" };

const tenancyId = new RegExp(`^${olderMount.tenancyId}$`);
const reserved = new Set(olderMount.reservedHeads);
const families = new Set(olderMount.families);

/** Fast path for nearly every call: paths whose characters need no decoding or encoding. */
const plain = /^\/v2(?:\/[\w~-]+)+$/;

// Stands for a segment that can't be decoded. The matching endpoint rejects U+0000 with its own
// tag.
const undecodable = "\u0000";

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undecodable;
  }
}

/**
 * Splits a path and decodes each segment once. Dot segments and empty segments are never resolved.
 */
function decodeSegments(path: string): string[] {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.split("/").slice(1).map(decodeSegment);
}

function isDecodable(path: string): boolean {
  return !path
    .split("/")
    .some((segment) => segment.includes("%") && decodeSegment(segment) === undecodable);
}

const encodeSegment = (segment: string) =>
  encodeURIComponent(segment).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length));

const encode = (segments: string[]) => `/${segments.map(encodeSegment).join("/")}`;

/**
 * Maps the raw path of a request to its destination. Rewrites the older mount `/{tenancyId}/…` to
 * `/v2/{tenancyId}/…`, except for paths with routes of their own (`isOwn`). Next applies the same
 * table in next.config.mjs.
 */
export function readApiPath(rawPath: string, isOwn: (path: string) => boolean): Destination {
  if (plain.test(rawPath)) return { kind: "api", path: rawPath };
  const segments = decodeSegments(rawPath);
  const path = encode(segments);
  const [head = "", family = ""] = segments;
  if (head === "v2") return { kind: "api", path };
  if (!reserved.has(head)) {
    if (isOwn(path)) return { kind: "api", path };
    if (tenancyId.test(head) || families.has(family)) return { kind: "api", path: `/v2${path}` };
  }
  return isDecodable(rawPath) ? { kind: "page" } : { kind: "malformed" };
}

/** First segments of pages and files, which Next serves. */
const pageHeads = new Set([
  "",
  "_next",
  "console",
  "auth",
  "demo",
  "docs",
  "inbox",
  "llms.txt",
  "llms-full.txt",
  "icon.svg",
  "favicon.ico",
  "robots.txt",
]);

interface RequestHead {
  method?: string | undefined;
  headers: { accept?: string | undefined };
}

/**
 * Whether a request for a path that the API doesn't have comes from an API client, which can't read
 * a page: its path is under /v2 or /_next/data, its method is not GET or HEAD, or it accepts JSON
 * and no pages.
 * next.config.mjs does the same for what it can match: it knows no methods.
 */
export function isForApi(
  rawPath: string,
  { method, headers: { accept = "" } }: RequestHead,
): boolean {
  const [, head = "", next] = rawPath.split("/", 3);
  // Data paths of Next's pages router, which has no page here: Next would run API routes by them.
  if (head === "_next" && next === "data") return true;
  if (pageHeads.has(head)) return false;
  if (head === "v2" || (method !== "GET" && method !== "HEAD")) return true;
  return accept.includes("application/json") && !accept.includes("text/html");
}
