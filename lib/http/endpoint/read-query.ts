import { z } from "zod";
import { badRequest } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
import type { Call } from "./call";
import type { Declaration } from "./declaration";
import { parseInput } from "./parse-input";
import { requireWellFormedText } from "./well-formed-text";

function refuseUnknown(name: string, known: string[]): never {
  const similar = findSimilarName(name, known);
  const all = known.length === 0 ? "none" : known.join(", ");
  const advice = similar === undefined ? `It has ${all}.` : `Did you mean ${similar}?`;
  throw badRequest(name, `is not a query parameter of this endpoint. ${advice}`);
}

/** Returns the names of the parameters, which an endpoint's query schema lists. */
const namesOf = (query: Declaration["query"]): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

/**
 * Parses the query parameters by the endpoint's schema. A misspelled filter or `dryRun` would
 * otherwise do more than the caller asked for.
 * @throws BadRequest for the first unknown or repeated name, text that PostgreSQL can't store, or a
 * value that doesn't fit the schema
 */
export function readQuery(
  { request, params }: Pick<Call, "request" | "params">,
  declaration: Declaration,
): unknown {
  const { query: schema, ignoresQuery, auth } = declaration;
  if (ignoresQuery === true || params["tenancyId"] === undefined || auth === "public")
    return undefined;
  if (schema === undefined && !request.url.includes("?")) return undefined;
  const known = namesOf(schema);
  const query = new Map<string, string>();
  for (const [name, value] of new URL(request.url).searchParams) {
    requireWellFormedText({ [name]: value });
    if (!known.includes(name)) refuseUnknown(name, known);
    if (query.has(name)) throw badRequest(name, "must not be repeated");
    query.set(name, value);
  }
  return schema === undefined ? undefined : parseInput(schema, Object.fromEntries(query));
}
