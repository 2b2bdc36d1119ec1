import { z } from "zod";

const blankIsAbsent = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** A variable that may be missing or blank. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankIsAbsent, schema.optional());

/** An optional whole number within bounds; `name` is its variable. */
export const wholeNumber = (name: string, min: number, max: number) =>
  optional(
    z
      .string()
      .regex(/^\d{1,6}$/, `${name} must be a whole number from ${min} to ${max}.`)
      .transform(Number)
      .refine(
        (value) => value >= min && value <= max,
        `${name} must be a whole number from ${min} to ${max}.`,
      ),
  );
