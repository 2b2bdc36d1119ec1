import document from "@/lib/http/endpoint/openapi.generated.json";

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  example?: unknown;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
}

/** A request or response body. */
export interface Content {
  mediaType: string;
  schema: Schema;
  example?: unknown;
}

export interface ErrorReply {
  status: number;
  /** The tag without `@error/`. */
  name: string;
  example: unknown;
}

export interface Operation {
  id: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  family: string;
  summary: string;
  /** Paragraphs of the description. */
  description: string[];
  caller: "backend" | "browser" | "anybody";
  scope?: string | undefined;
  parameters: Parameter[];
  body?: (Content & { isRequired: boolean }) | undefined;
  status: number;
  reply?: Content | undefined;
  errors: ErrorReply[];
}

export interface Family {
  name: string;
  slug: string;
  description: string;
  operations: Operation[];
}

interface RawContent {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface RawOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  "x-caller": Operation["caller"];
  "x-scope"?: string;
  parameters?: (Parameter & { description?: string })[];
  requestBody?: { required?: boolean; content: Record<string, RawContent> };
  responses: Record<string, { content?: Record<string, RawContent> }>;
}
interface RawDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
}

const raw = document as unknown as RawDocument;

function contentOf(content: Record<string, RawContent> | undefined): Content | undefined {
  const [entry] = Object.entries(content ?? {});
  return entry === undefined
    ? undefined
    : { mediaType: entry[0], schema: entry[1].schema, example: entry[1].example };
}

function operationOf(path: string, method: string, operation: RawOperation): Operation {
  const replies = Object.entries(operation.responses);
  const success = replies.find(([status]) => status.startsWith("2"));
  const body = contentOf(operation.requestBody?.content);
  const errors = replies
    .filter(([status]) => !status.startsWith("2"))
    .flatMap(([status, { content }]) =>
      Object.entries(content?.["application/json"]?.examples ?? {}).map(([name, { value }]) => ({
        status: Number(status),
        name,
        example: value,
      })),
    );
  return {
    id: operation.operationId,
    method: method.toUpperCase() as Operation["method"],
    path,
    family: operation.tags[0] ?? "",
    summary: operation.summary,
    description: operation.description.split("\n\n"),
    caller: operation["x-caller"],
    scope: operation["x-scope"],
    parameters: operation.parameters ?? [],
    body: body && { ...body, isRequired: operation.requestBody?.required === true },
    status: Number(success?.[0]),
    reply: contentOf(success?.[1].content),
    errors,
  };
}

/** Every endpoint of the OpenAPI document. */
export const operations: Operation[] = Object.entries(raw.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
);

/** Addresses that don't follow from the name, because links to them exist. */
const formerSlugs: Record<string, string> = { "Emailed codes": "mailbox-codes" };

export const families: Family[] = raw.tags.map(({ name, description }) => ({
  name,
  slug: formerSlugs[name] ?? name.toLowerCase().replace(/ /g, "-"),
  description,
  operations: operations.filter(({ family }) => family === name),
}));

/** Returns the URL of an endpoint's reference. */
export function hrefOf({ family, id }: Pick<Operation, "family" | "id">): string {
  return `/docs/api/${families.find(({ name }) => name === family)?.slug ?? ""}#${id}`;
}

/** Resolves a reference to the document's components. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...siblings } = schema;
  return { ...raw.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)], ...siblings };
}

/** Every error tag with its status and the example body of the first endpoint that returns it. */
export const errorReplies = [
  ...new Map(
    operations
      .flatMap(({ errors }) => errors)
      .reverse()
      .map((error) => [error.name, error]),
  ).values(),
].sort((a, b) => a.status - b.status || a.name.localeCompare(b.name));
