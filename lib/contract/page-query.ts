import { z } from "zod";

/** Query parameter `cursor` of a list. */
export const Cursor = z
  .string()
  .min(1, "must not be empty")
  .max(2_048)
  .optional()
  .meta({ description: "Opaque value from the previous page" });

/** `cursor` of a page. */
export const NextCursor = z
  .string()
  .nullable()
  .meta({ description: "Cursor of the next page; null on the last page" });

/** Query parameter `limit` of a list. */
export function pageLimit({ max, default: byDefault }: { max: number; default: number }) {
  const message = `must be a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.int().min(1, message).max(max, message))
    .optional()
    .transform((limit) => limit ?? byDefault)
    .meta({
      description: "Records per page",
      override: {
        type: "integer",
        minimum: 1,
        maximum: max,
        default: byDefault,
        pattern: undefined,
      },
    });
}

/** A query parameter that is `true`, `false` or absent. */
export const optionalFlag = (description: string) =>
  z
    .enum(["true", "false"], "must be true or false")
    .transform((text) => text === "true")
    .optional()
    .meta({ description, override: { type: "boolean", enum: undefined } });
