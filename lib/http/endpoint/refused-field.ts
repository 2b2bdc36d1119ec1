import { z } from "zod";
import type { ServiceError } from "@/lib/errors";

/** Of a path that goes through a schema that contains itself. */
const maxLevels = 8;

/** The schemas of what is inside a level, without what wraps them. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodPipe)
    return unwrap(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap());
  if ("innerType" in schema._zod.def) return unwrap(schema._zod.def.innerType as z.core.$ZodType);
  return [schema];
}

/** The schemas of a field, or of an array's entries; none if the schema doesn't name the key. */
const fieldOf = (schemas: readonly z.core.$ZodType[], key: string): z.core.$ZodType[] =>
  schemas.flatMap(unwrap).flatMap((schema) => {
    if (schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key))
      return [schema.shape[key] as z.core.$ZodType];
    return schema instanceof z.ZodArray && /^\d{1,6}$/.test(key) ? [schema.element] : [];
  });

/** The part of a path that the schemas name. Keys that only the sender knows end it. */
function knownPath(input: readonly z.ZodType[], path: string): string {
  const known: string[] = [];
  let schemas: readonly z.core.$ZodType[] = input;
  for (const key of path.split(".", maxLevels)) {
    schemas = fieldOf(schemas, key);
    if (schemas.length === 0) break;
    known.push(key);
  }
  return known.join(".");
}

/**
 * Returns the first field that a BadRequest names. Callers choose the names of unknown fields, so only
 * what the endpoint's schemas name is returned, and never a value.
 * @param input the schemas of the body, the query and the path
 */
export function refusedField(
  input: readonly z.ZodType[],
  { extra }: ServiceError,
): string | undefined {
  const issues = "issues" in extra ? extra.issues : [];
  return issues.map(({ path }) => knownPath(input, path)).find((path) => path !== "");
}
