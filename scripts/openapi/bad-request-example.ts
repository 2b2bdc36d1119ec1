import type { z } from "zod";
import { errorExample } from "@/lib/contract/error";
import { defaultMessage, isServiceError } from "@/lib/errors";
import type { Declaration } from "@/lib/http/endpoint/declaration";
import { parseInput } from "@/lib/http/endpoint/parse-input";
import { readQuery } from "@/lib/http/endpoint/read-input";

const tag = "@error/BadRequest";

/** Returns the error that the endpoint throws, or undefined if it accepts the input. */
function refusalOf(read: () => unknown) {
  try {
    read();
    return undefined;
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  }
}

/** Returns bodies that a schema may refuse: an empty one, and its example with a number first. */
function wrongBodies(schema: z.ZodType): unknown[] {
  const [example = {}] = (schema.meta()?.examples ?? []) as object[];
  const [first = ""] = Object.keys(example);
  return [{}, { ...example, [first]: 0 }];
}

function refusedBody({ body, lines }: Declaration) {
  const schema = body ?? lines;
  if (schema === undefined) return undefined;
  return wrongBodies(schema)
    .map((wrong) => refusalOf(() => parseInput(schema, wrong)))
    .find((refusal) => refusal !== undefined);
}

function refusedQuery(declaration: Declaration, hasTenancy: boolean) {
  const request = new Request("https://keystead.example/?page=2");
  const params: Record<string, string> = hasTenancy ? { tenancyId: "" } : {};
  return refusalOf(() => readQuery({ request, params }, declaration));
}

/**
 * Returns a 400 whose `issues` this endpoint really sends: for a body without its first field, else
 * for an unknown query parameter, else for a path that is no text.
 */
export function badRequestExample(declaration: Declaration, hasTenancy: boolean) {
  const message = defaultMessage(tag);
  const refusal = refusedBody(declaration) ?? refusedQuery(declaration, hasTenancy);
  return {
    ...errorExample(tag, message),
    ...(refusal === undefined ? { issues: [{ path: "", message }] } : refusal.extra),
  };
}
