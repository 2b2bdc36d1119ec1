import { isoBase64URL, isoUint8Array } from "@simplewebauthn/server/helpers";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Flips one bit, by default the first. */
export function oneBitOff(base64url: string, bit = 0): string {
  const bytes = isoBase64URL.toBuffer(base64url);
  return isoBase64URL.fromBuffer(
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte)),
  );
}

/** Removes the last byte. */
export function truncated(base64url: string): string {
  return isoBase64URL.fromBuffer(isoBase64URL.toBuffer(base64url).slice(0, -1));
}

/** Appends a zero byte. */
export function padded(base64url: string): string {
  return isoBase64URL.fromBuffer(
    isoUint8Array.concat([isoBase64URL.toBuffer(base64url), new Uint8Array(1)]),
  );
}

/**
 * Encodes the same bytes differently. RFC 4648 §3.5 leaves the last bits of the last character
 * unused unless the length is a multiple of three, and lenient decoders ignore them.
 * @throws if no bit is unused
 */
export function respelt(base64url: string): string {
  if (base64url.length % 4 === 0)
    throw new Error("Every bit of this value counts: it has no other spelling.");
  const last = alphabet.indexOf(base64url.slice(-1));
  return base64url.slice(0, -1) + alphabet.charAt(last ^ 1);
}
