import type { z } from "zod";
import { ServiceError, type Issue } from "@/lib/errors";

function toIssues(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join("."),
          message: "is not allowed here",
        }))
      : [{ path: issue.path.join("."), message: issue.message }],
  );
}

/**
 * Parses a value by its schema.
 * @throws BadRequest with one issue per invalid field
 */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = toIssues(parsed.error);
  const first = issues[0];
  throw new ServiceError(
    "@error/BadRequest",
    { issues },
    first === undefined || first.path === "" ? first?.message : `${first.path}: ${first.message}`,
  );
}
