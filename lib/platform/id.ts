import { randomBytes } from "node:crypto";
import { ulid } from "ulid";

const randomCharacters = 16;

/**
 * Creates an id in ULID layout: 48 bits of time in milliseconds and 80 random bits, as 26
 * lower-case Crockford characters.
 */
export function createId(atMs: number): string {
  const random = randomBytes(randomCharacters);
  let next = 0;
  // ulid requests one number in [0, 1) per character and uses five bits of it.
  return ulid(atMs, () => random.readUInt8(next++) / 256).toLowerCase();
}
