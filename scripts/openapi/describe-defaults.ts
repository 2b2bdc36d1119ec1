type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the node is a schema with a default value. `default` can also be the name of a member. */
const hasDefault = (node: Node): boolean => "default" in node && !isNode(node["default"]);

const sentenceOf = (description: string) =>
  /[.!?]$/.test(description) ? description : `${description}.`;

function withDescribedDefault(node: Node): Node {
  if (!hasDefault(node)) return node;
  const { default: usual, description, ...schema } = node;
  const fact = `Default: ${JSON.stringify(usual)}`;
  const text = typeof description === "string" ? `${sentenceOf(description)} ${fact}` : fact;
  return { ...schema, description: text };
}

/**
 * Returns the document with every schema's default in its description. Generators of types make a
 * field with `default` required, also in requests, where it may be left out.
 */
export function describeDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => describeDefaults(item)) as T;
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(withDescribedDefault(value)).map(([key, inner]) => [
      key,
      describeDefaults(inner),
    ]),
  ) as T;
}
