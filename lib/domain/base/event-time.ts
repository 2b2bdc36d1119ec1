import { decodeTime, encodeTime } from "ulid";

const timeCharacters = 10;
const randomCharacters = 16;

/**
 * Returns the smallest id of an event at a time (ms). Ids begin with their time, so a time range is
 * an id range.
 */
export const smallestIdAt = (atMs: number): string =>
  `${encodeTime(atMs, timeCharacters).toLowerCase()}${"0".repeat(randomCharacters)}`;

/** Returns an id with another time (ms), for a row that is older than its import. */
export const idAt = (id: string, atMs: number): string =>
  smallestIdAt(atMs).slice(0, timeCharacters) + id.slice(timeCharacters);

/** Returns the time (ms) of an id. */
export const timeOfId = (id: string): number => decodeTime(id.toUpperCase());
