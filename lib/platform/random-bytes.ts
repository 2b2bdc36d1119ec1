import { randomFillSync } from "node:crypto";

// A draw costs the same for a dozen bytes as for thousands.
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/**
 * So many random bytes, at most 4 096. They are given to nobody else, and nothing of them stays
 * behind.
 */
export function randomBytesOf(length: number): Buffer<ArrayBuffer> {
  if (used + length > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const bytes = Buffer.from(drawn.subarray(used, used + length));
  drawn.fill(0, used, used + length);
  used += length;
  return bytes;
}
