import { resolve, type Schema } from "./reference";
import { usualMeaning } from "./usual-meaning";

/** One field, as a row of a table. */
export interface SchemaRow {
  /** The full path: `credential.id`, `records[].id`. */
  name: string;
  depth: number;
  type: string;
  isRequired: boolean;
  description: string;
}

/** Returns the non-null alternatives of a schema. */
const alternativesOf = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? []).map(resolve).filter(({ type }) => type !== "null");

function simpleType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return schema.type ?? "any";
}

function typeOf(schema: Schema): string {
  const inner = resolve(schema);
  const isNullable = [...(inner.anyOf ?? []), ...(inner.oneOf ?? [])].some(
    ({ type }) => type === "null",
  );
  const alternatives = alternativesOf(inner);
  if (alternatives.length > 0)
    return [...new Set(alternatives.map(typeOf)), ...(isNullable ? ["null"] : [])].join(" | ");
  if (inner.type === "array") {
    const item = typeOf(inner.items ?? {});
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  return simpleType(inner);
}

const rangeOf = (least: number | undefined, most: number | undefined, unit = ""): string[] => {
  // Bounds that only restrict numbers to safe integers are not shown.
  const [from, to] = [least, most].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER
      ? undefined
      : bound.toLocaleString("en"),
  );
  const counted = (count: string) =>
    unit === "" ? count : `${count} ${count === "1" ? unit : `${unit}s`}`;
  if (from !== undefined && from === to) return [counted(to)];
  if (from !== undefined && to !== undefined) return [`${from}–${counted(to)}`];
  if (to !== undefined) return [`at most ${counted(to)}`];
  return from === undefined || from === "0" ? [] : [`at least ${counted(from)}`];
};

function describe(schema: Schema, path: string): string {
  const {
    description = usualMeaning(path),
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
  } = schema;
  const limits = [
    ...rangeOf(minLength, maxLength, "character"),
    ...rangeOf(minimum, maximum),
    ...rangeOf(minItems, maxItems, "item"),
  ];
  const facts = limits.join("; ");
  return [description, facts && (description === "" ? facts : `(${facts})`)]
    .filter(Boolean)
    .join(" ");
}

/** Returns the object inside a field, through arrays and alternatives. */
function objectIn(schema: Schema): { object: Schema; suffix: string } | undefined {
  const inner = resolve(schema);
  if (inner.properties !== undefined) return { object: inner, suffix: "" };
  if (inner.type === "array") {
    const found = objectIn(inner.items ?? {});
    return found && { ...found, suffix: `[]${found.suffix}` };
  }
  return alternativesOf(inner)
    .map(objectIn)
    .find((found) => found !== undefined);
}

/** Returns the fields of a schema and its nested objects, in order. */
export function rowsOf(
  schema: Schema,
  parent: { name: string; depth: number } = { name: "", depth: 0 },
): SchemaRow[] {
  const { object, suffix } = objectIn(schema) ?? { object: {}, suffix: "" };
  const prefix = parent.name === "" ? suffix : `${parent.name}${suffix}.`;
  return Object.entries(object.properties ?? {}).flatMap(([key, field]) => {
    const inner = resolve(field);
    const name = `${prefix}${key}`;
    const description = key === "_tag" ? "The type of this object" : describe(inner, name);
    const row = {
      name,
      depth: parent.depth,
      type: typeOf(field),
      isRequired: object.required?.includes(key) === true,
      description,
    };
    return [row, ...rowsOf(field, { name, depth: parent.depth + 1 })];
  });
}
