import { decodeTime, encodeTime } from "ulid";

const timeCharacters = 10;
const randomCharacters = 16;

/**
 * The least id that an event of that moment (ms) can have: ids begin with their time, so that a
 * span of time is a span of ids.
 */
export const leastIdAt = (atMs: number): string =>
  `${encodeTime(atMs, timeCharacters).toLowerCase()}${"0".repeat(randomCharacters)}`;

/** The moment (ms) in an id. */
export const timeOfId = (id: string): number => decodeTime(id.toUpperCase());
