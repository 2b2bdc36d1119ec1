import type { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import { type Issue, ServiceError } from "@/lib/errors";

const notAnObject = "The body must be a JSON object.";
const isBody = ({ code, path }: z.core.$ZodIssue) => code === "invalid_type" && path.length === 0;

function toIssues(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join("."),
          message: "is not allowed here",
        }))
      : [{ path: issue.path.join("."), message: isBody(issue) ? notAnObject : issue.message }],
  );
}

/**
 * Parses a value by its schema.
 * @throws BadRequest with one issue per invalid field
 */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const issues = toIssues(parsed.error);
  const first = issues[0];
  throw new ServiceError(
    "@error/BadRequest",
    { issues },
    first === undefined || first.path === "" ? first?.message : `${first.path}: ${first.message}`,
  );
}
