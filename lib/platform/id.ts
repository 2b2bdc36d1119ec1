import { randomFillSync } from "node:crypto";
import { ulid } from "ulid";

const randomCharacters = 16;
// A draw costs the same for one id as for two hundred.
const drawn = Buffer.alloc(200 * randomCharacters);
let used = drawn.length;

/** A new id: ULID layout (48 bits of time in ms, 80 random bits), 26 lower-case Crockford characters. */
export function createId(atMs: number): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  // ulid asks for one number in [0, 1) per character and keeps five bits of it.
  return ulid(atMs, () => drawn.readUInt8(used++) / 256).toLowerCase();
}
