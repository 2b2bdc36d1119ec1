/** A statement about the whole run, and what contradicts it. */
export interface Check {
  name: string;
  /** How many facts it looked at. */
  checked: number;
  problems: string[];
}

/** Checks each item. `problemOf` says what is wrong with one, or returns undefined. */
export function check<T>(
  name: string,
  items: Iterable<T>,
  problemOf: (item: T) => string | undefined,
): Check {
  const all = [...items];
  return {
    name,
    checked: all.length,
    problems: all.map(problemOf).filter((problem) => problem !== undefined),
  };
}

export const hasPassed = ({ problems }: Check) => problems.length === 0;
