import { decodeTime, encodeTime } from "ulid";

const timeCharacters = 10;
const randomCharacters = 16;

/**
 * Returns the smallest id of an event at a time (ms). Ids begin with their time, so a time range is
 * an id range.
 */
export const smallestIdAt = (atMs: number): string =>
  `${encodeTime(atMs, timeCharacters).toLowerCase()}${"0".repeat(randomCharacters)}`;

/** Returns the time (ms) of an id. */
export const timeOfId = (id: string): number => decodeTime(id.toUpperCase());
