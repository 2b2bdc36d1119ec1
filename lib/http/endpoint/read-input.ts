import { z } from "zod";
import { badRequest, ServiceError } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
import type { Call } from "./call";
import type { Declaration } from "./declaration";
import { parseInput } from "./parse-input";
import { readJson } from "./read-json";
import { readLines } from "./read-lines";
import { isWellFormed, requireWellFormedText } from "./well-formed-text";

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

/** The parsed input of an endpoint. */
export interface Input {
  params: unknown;
  query: unknown;
  /** Of an endpoint that reads lines: their iterable. */
  body: unknown;
}

/** Returns the schema of the object that a body is before its transforms. */
function objectOf(schema: z.core.$ZodType): z.ZodObject<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodPipe) return objectOf(schema.in);
  return schema instanceof z.ZodObject ? schema : undefined;
}

/**
 * Leaves out fields that are null, are optional and don't take null, because many clients write what
 * they don't set as null (contract §11).
 */
function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const shape = objectOf(schema)?.shape;
  if (typeof value !== "object" || value === null || shape === undefined) return value;
  const isLeftOut = ([name, inner]: [string, unknown]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return (
      inner === null &&
      field !== undefined &&
      !field.safeParse(null).success &&
      field.safeParse(undefined).success
    );
  };
  return Object.entries(value).some(isLeftOut)
    ? Object.fromEntries(Object.entries(value).filter((entry) => !isLeftOut(entry)))
    : value;
}

async function readBody(
  { request }: Call,
  { body, bodyMayBeAbsent, uncheckedText, lines, keepsNull }: Declaration,
): Promise<unknown> {
  if (lines !== undefined) return readLines(request, lines);
  if (body === undefined) return undefined;
  const json = await readJson(request, bodyMayBeAbsent === true, uncheckedText);
  return parseInput(body, keepsNull === true ? json : withoutNulls(body, json));
}

function readParams(call: Call, { params, malformedPath }: Declaration): unknown {
  if (params === undefined) return undefined;
  if (malformedPath === undefined || malformedPath === "handled")
    return parseInput(params, call.params);
  const parsed = params.safeParse(call.params);
  if (!parsed.success || !Object.values(call.params).every(isWellFormed))
    throw new ServiceError(malformedPath);
  return parsed.data;
}

/**
 * Reads the input of a request, by the endpoint's schemas.
 * @throws BadRequest · the endpoint's error for a malformed path
 */
export async function readInput(call: Call, declaration: Declaration): Promise<Input> {
  const query = readQuery(call, declaration);
  const body = await readBody(call, declaration);
  return { query, body, params: readParams(call, declaration) };
}
