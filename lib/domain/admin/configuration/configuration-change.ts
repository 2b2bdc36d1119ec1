/** A difference between a configuration file and the database. */
export interface ConfigurationChange {
  action: "create" | "change" | "remove";
  /** Such as `settings.codeDigits` or `apiKeys.Backend`. */
  path: string;
  /** Absent if there was none, or if it has no short form, such as a logo. */
  before?: unknown;
  after?: unknown;
}

/** Returns a list sorted and without duplicates, and any other value as it is. */
function withoutOrder(value: unknown): unknown {
  return Array.isArray(value)
    ? [...new Set(value.map((entry) => JSON.stringify(entry)))].toSorted()
    : value;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether two values are the same, or two lists have the same entries in any order. */
export const isSameSet = (one: unknown, other: unknown): boolean =>
  isSame(withoutOrder(one), withoutOrder(other));
