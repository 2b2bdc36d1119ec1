import { randomFillSync } from "node:crypto";

// One call for 4 096 bytes costs as much as one for a dozen, so bytes are drawn in bulk.
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/**
 * Returns random bytes from a pool, at most 4 096. Each byte is returned once and then erased from
 * the pool.
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
