import olderMount from "./older-mount.json";

/**
 * Where a request goes: to the API by its canonical path, nowhere because it cannot be decoded, or
 * to a page.
 */
export type Destination = { kind: "api"; path: string } | { kind: "malformed" } | { kind: "page" };

const tenancyId = new RegExp(`^${olderMount.tenancyId}$`);
const reserved = new Set(olderMount.reservedHeads);
const families = new Set(olderMount.families);

/** Of characters that decode and encode to themselves alone: nearly every call. */
const plain = /^\/v2(?:\/[\w~-]+)+$/;

// No endpoint accepts U+0000. The one that the path names refuses it with its own error tag.
const undecodable = "\u0000";

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undecodable;
  }
}

/**
 * Segments decoded once; a dot segment or an empty one is a name like any other and is never
 * resolved.
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

const encode = (segments: string[]) =>
  `/${segments.map((segment) => encodeURIComponent(segment).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length))).join("/")}`;

/**
 * Reads the raw path of a request. The older mount, `/{tenancyId}/…`, is rewritten to
 * `/v2/{tenancyId}/…` here, but for the paths that it serves itself (`isOwn`). Next reads the same
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
