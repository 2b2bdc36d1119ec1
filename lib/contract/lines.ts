/** Faults of an NDJSON line that are found before its content is checked. */
export const lineFaults = ["too-long", "json", "text", "field"] as const;
type LineFault = (typeof lineFaults)[number];

/**
 * One line of an NDJSON body, counted from 1: its parsed value, or its fault.
 */
export type ParsedLine<T> =
  { line: number; value: T } | { line: number; fault: LineFault; message: string };
