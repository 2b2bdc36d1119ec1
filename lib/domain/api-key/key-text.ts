import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const pattern = /^(ks_([0-9a-hjkmnp-tv-z]{10})_([A-Za-z0-9_-]{43}))([A-Za-z0-9_-]{6})$/;
const crockford = "0123456789abcdefghjkmnpqrstvwxyz";

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}

/**
 * `ks_` + 10-character public id + `_` + 32 random bytes base64url + 6-character CRC-32, so that
 * scanners match it.
 */
export function createKeyText(): { publicId: string; key: string } {
  const publicId = Array.from(randomBytes(10), (byte) => crockford[byte % 32]).join("");
  const body = `ks_${publicId}_${randomBytes(32).toString("base64url")}`;
  return { publicId, key: body + checksum(body) };
}

/** The public id of a well-formed key; null for a typo, before anything is looked up. */
export function parseKeyText(key: string): { publicId: string } | null {
  const [, body, publicId, , sum] = pattern.exec(key) ?? [];
  if (body === undefined || publicId === undefined || checksum(body) !== sum) return null;
  return { publicId };
}
