/** What can be wrong with a line of NDJSON before its content is judged. */
export const lineFaults = ["too-long", "json", "text", "field"] as const;
type LineFault = (typeof lineFaults)[number];

/**
 * One line of an NDJSON body, counted from 1: its value as the schema reads it, or what is wrong
 * with it.
 */
export type ParsedLine<T> =
  { line: number; value: T } | { line: number; fault: LineFault; message: string };
