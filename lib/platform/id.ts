import { randomBytes } from "node:crypto";
import { ulid } from "ulid";

// ulid asks for one number in [0, 1) per character and keeps five bits of it.
const random = () => (randomBytes(1)[0] ?? 0) / 256;

/** A new id: ULID layout (48 bits of time in ms, 80 random bits), 26 lower-case Crockford characters. */
export function createId(atMs: number): string {
  return ulid(atMs, random).toLowerCase();
}
