import { randomBytes } from "node:crypto";
import { ulid } from "ulid";

const randomCharacters = 16;

/** A new id: ULID layout (48 bits of time in ms, 80 random bits), 26 lower-case Crockford characters. */
export function createId(atMs: number): string {
  // ulid asks for one number in [0, 1) per character and keeps five bits of it.
  const bytes = randomBytes(randomCharacters);
  let used = 0;
  return ulid(atMs, () => bytes.readUInt8(used++) / 256).toLowerCase();
}
