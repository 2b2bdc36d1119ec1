import { isServiceError } from "@/lib/errors";

const wellFormed = /^\w{1,60}$/;

/**
 * Returns the `error.type` of a span, and whether the error is an expected one: a tag, a code of
 * PostgreSQL or Node, or a class. Never a message, because it can quote values.
 */
export function errorTypeOf(error: unknown): [type: string, isExpected: boolean] {
  if (isServiceError(error)) return [error.tag, true];
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = [code, name].find((text) => typeof text === "string" && wellFormed.test(text));
  return [(type as string | undefined) ?? "_OTHER", false];
}
