import { badRequest } from "@/lib/errors";
import { requireWellFormedText } from "./well-formed-text";

/**
 * The query's strings by name. @throws BadRequest for a name given twice, or text that cannot be
 * kept
 */
export function readQuery(request: Request): Record<string, string> {
  const entries = [...new URL(request.url).searchParams];
  const names = new Set<string>();
  for (const [name] of entries) {
    if (names.has(name)) throw badRequest(name, "is given more than once");
    names.add(name);
  }
  const query = Object.fromEntries(entries);
  requireWellFormedText(query);
  return query;
}
