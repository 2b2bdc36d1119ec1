import { isoCBOR, isoUint8Array } from "@simplewebauthn/server/helpers";
import type { Bytes } from "./bytes";

/** Arrays of one element inside each other, `depth` of them, at one byte each. */
export function deeplyNestedCbor(depth: number): Bytes {
  // An encoder recurses too: taking the header of one array and repeating it works at any depth.
  const innermost = isoCBOR.encode([0]);
  return isoUint8Array.concat([new Uint8Array(depth - 1).fill(innermost[0] ?? 0), innermost]);
}

/** A map whose only value is a byte string of `byteLength` zeros. */
export function hugeCbor(byteLength: number): Bytes {
  return isoCBOR.encode(new Map([["fmt", new Uint8Array(byteLength)]]));
}

/** An array that announces `elements` of them and ends after the announcement. */
export function overstatedCbor(elements: number): Bytes {
  return isoCBOR.encode(Array.from({ length: elements }, () => 0)).slice(0, -elements);
}
