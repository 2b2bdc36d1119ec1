/** A difference between a configuration file and the database. */
export interface ConfigurationChange {
  action: "create" | "change" | "remove";
  /** Such as `settings.codeDigits` or `apiKeys.Backend`. */
  path: string;
  /** Absent if there was none, or if it has no short form, such as a logo. */
  before?: unknown;
  after?: unknown;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
