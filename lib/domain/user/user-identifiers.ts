import { parseEmail } from "@/lib/domain/base/email-address";

/** Fields of requests and replies that identify a user. */
const identifying: ReadonlySet<string> = new Set(["sub", "userId", "email", "username"]);

/** Returns an id as it is, and an email as it is compared. */
export const toIdentifier = (text: string): string => parseEmail(text)?.normalized ?? text;

/** Finds the ids and emails of users in parsed JSON of bounded depth. */
export function findIdentifiers(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const found = Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === "string" && identifying.has(name)
      ? [toIdentifier(inner)]
      : findIdentifiers(inner),
  );
  return [...new Set(found)];
}
