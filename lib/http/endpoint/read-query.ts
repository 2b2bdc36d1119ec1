import { badRequest } from "@/lib/errors";
import { requireWellFormedText } from "./well-formed-text";

/**
 * Returns the query parameters by name.
 * @throws BadRequest for a duplicate name or text that PostgreSQL can't store
 */
export function readQuery(request: Request): Record<string, string> {
  const entries = [...new URL(request.url).searchParams];
  const names = new Set<string>();
  for (const [name] of entries) {
    if (names.has(name)) throw badRequest(name, "must not be repeated");
    names.add(name);
  }
  const query = Object.fromEntries(entries);
  requireWellFormedText(query);
  return query;
}
