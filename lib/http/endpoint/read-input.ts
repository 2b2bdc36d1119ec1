import { ServiceError } from "@/lib/errors";
import type { Call } from "./call";
import type { Declaration } from "./declaration";
import { parseInput } from "./parse-input";
import { readJson } from "./read-json";
import { readLines } from "./read-lines";
import { readQuery } from "./read-query";
import { isWellFormed } from "./well-formed-text";

/** The parsed input of an endpoint. */
export interface Input {
  params: unknown;
  query: unknown;
  /** Of an endpoint that reads lines: their iterable. */
  body: unknown;
}

async function readBody(
  { request }: Call,
  { body, bodyMayBeAbsent, uncheckedText, lines }: Declaration,
): Promise<unknown> {
  if (lines !== undefined) return readLines(request, lines);
  if (body === undefined) return undefined;
  return parseInput(body, await readJson(request, bodyMayBeAbsent === true, uncheckedText));
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
