import { ulid } from "ulid";
import { randomBytesOf } from "./random-bytes";

const randomCharacters = 16;

/**
 * A new id: ULID layout (48 bits of time in ms, 80 random bits), 26 lower-case Crockford
 * characters.
 */
export function createId(atMs: number): string {
  const random = randomBytesOf(randomCharacters);
  let next = 0;
  // ulid asks for one number in [0, 1) per character and keeps five bits of it.
  return ulid(atMs, () => random.readUInt8(next++) / 256).toLowerCase();
}
