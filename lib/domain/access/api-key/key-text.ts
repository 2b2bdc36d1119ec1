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
 * Creates a key: `ks_`, a 10-character public id, `_`, 32 random bytes as base64url and a
 * 6-character CRC-32. Secret scanners can match this form.
 */
export function createKeyText(): { publicId: string; key: string } {
  const publicId = Array.from(randomBytes(10), (byte) => crockford[byte % 32]).join("");
  const body = `ks_${publicId}_${randomBytes(32).toString("base64url")}`;
  return { publicId, key: body + checksum(body) };
}

/** Returns the public id of a well-formed key, null for a typo. Needs no lookup. */
export function parseKeyText(key: string): { publicId: string } | null {
  const [, body, publicId, , sum] = pattern.exec(key) ?? [];
  if (body === undefined || publicId === undefined || checksum(body) !== sum) return null;
  return { publicId };
}
