import { isoBase64URL, isoUint8Array } from "@simplewebauthn/server/helpers";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The same value with one bit turned over, by default the very first. */
export function oneBitOff(base64url: string, bit = 0): string {
  const bytes = isoBase64URL.toBuffer(base64url);
  return isoBase64URL.fromBuffer(
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte)),
  );
}

/** The same value without its last byte. */
export function truncated(base64url: string): string {
  return isoBase64URL.fromBuffer(isoBase64URL.toBuffer(base64url).slice(0, -1));
}

/** The same value with a zero byte after it. */
export function padded(base64url: string): string {
  return isoBase64URL.fromBuffer(
    isoUint8Array.concat([isoBase64URL.toBuffer(base64url), new Uint8Array(1)]),
  );
}

/**
 * The same bytes spelt otherwise: RFC 4648 §3.5 leaves the last bits of the last character free
 * when the length is no multiple of three, and lenient decoders ignore them. Throws where no bit is
 * free.
 */
export function respelt(base64url: string): string {
  if (base64url.length % 4 === 0)
    throw new Error("Every bit of this value counts: it has no other spelling.");
  const last = alphabet.indexOf(base64url.slice(-1));
  return base64url.slice(0, -1) + alphabet.charAt(last ^ 1);
}
