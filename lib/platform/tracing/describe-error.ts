import { errorStatus, isServiceError } from "@/lib/errors";

const wellFormed = /^\w{1,60}$/;

/**
 * Returns a name for an error: its tag, a code of PostgreSQL or Node, or its class. Never a message,
 * because it can quote values. `isExpected`: the caller's fault.
 */
export function describeError(error: unknown): { type: string; isExpected: boolean } {
  if (isServiceError(error)) return { type: error.tag, isExpected: errorStatus[error.tag] < 500 };
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = [code, name].find(
    (text): text is string => typeof text === "string" && wellFormed.test(text),
  );
  return { type: type ?? "_OTHER", isExpected: false };
}
