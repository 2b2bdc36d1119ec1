import type { z } from "zod";

const typeNames: Partial<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const unitNames: Partial<Record<string, string>> = { string: "character", array: "item" };

/** Of a name that the sender chose. */
const shownCharacters = 100;

interface Size {
  origin: string;
  exact?: boolean | undefined;
}

const sizeOf = (bound: string, size: number | bigint, { origin, exact }: Size) => {
  const unit = unitNames[origin];
  const words = exact === true ? "exactly" : bound;
  if (unit === undefined) return `must be ${words} ${size}`;
  return `must have ${words} ${size} ${unit}${Number(size) === 1 ? "" : "s"}`;
};

function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  return quoted.length === 1 ? `must be ${quoted[0]}` : `must be one of ${quoted.join(", ")}`;
}

/**
 * Says what a value must be. Pass it as `error` to a parse whose issues people read: schemas name
 * only what their types don't say, and zod's own words are for its users.
 */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNames[issue.expected] ?? "of another type"}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "too_big":
      return sizeOf(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue);
    case "too_small":
      return unitNames[issue.origin] !== undefined && issue.minimum === 1
        ? "must not be empty"
        : sizeOf(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : "has none of the accepted forms";
    case "unrecognized_keys":
      return `has no field ${JSON.stringify(issue.keys[0]?.slice(0, shownCharacters))}`;
    default:
      return "has the wrong form";
  }
};
