/** A program that runs a part of the tests. */
export interface Part {
  name: string;
  /** What its reporter counts: "files" or "journeys". */
  counts: string;
  /** Returns the arguments of Node. */
  command: (filters: string[]) => string[];
}

export interface PartResult {
  name: string;
  passed: number;
  skipped: number;
  /** The file and the first line of the message of each failed test. */
  failures: [file: string, line: string][];
  /** The file and the name of each journey that passed only when it ran again. */
  retried: [file: string, name: string][];
  seconds: number;
}

/**
 * Runs a part of the tests. Prints each failure at once, and after each twentieth of the part how far
 * it is.
 */
export function runPart(part: Part, filters: string[]): Promise<PartResult>;
