import { isoCBOR, isoUint8Array } from "@simplewebauthn/server/helpers";
import type { Bytes } from "./bytes";

/** Encodes `depth` nested arrays of one element, one byte each. */
export function deeplyNestedCbor(depth: number): Bytes {
  // An encoder would recurse, so repeat the header of one array instead.
  const innermost = isoCBOR.encode([0]);
  return isoUint8Array.concat([new Uint8Array(depth - 1).fill(innermost[0] ?? 0), innermost]);
}

/** Encodes a map whose only value is a byte string of `byteLength` zeros. */
export function hugeCbor(byteLength: number): Bytes {
  return isoCBOR.encode(new Map([["fmt", new Uint8Array(byteLength)]]));
}

/** Encodes an array header that announces up to 2^32 - 1 elements and contains none (RFC 8949 §3.1). */
export function overstatedCbor(elements: number): Bytes {
  const header = new DataView(new ArrayBuffer(5));
  header.setUint8(0, 0x9a);
  header.setUint32(1, elements);
  return new Uint8Array(header.buffer);
}
