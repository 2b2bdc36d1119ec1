import type { Operation } from "@/app/docs/api/reference";

/** A header. With `variable`, the value of that environment variable follows `value`. */
export interface ExampleHeader {
  name: string;
  value: string;
  variable?: string;
}

/** A call of an endpoint with its example values, before it is written in a language. */
export interface ExampleRequest {
  method: Operation["method"];
  url: string;
  headers: ExampleHeader[];
  body?: { type: "json"; value: unknown } | { type: "file"; file: string };
  repliesWithJson: boolean;
}

/** Placeholders, which the page fills with this installation's URL and the reader's tenancy. */
const endpoint = "https://keystead.example";
const tenancyPlaceholder = "YOUR_TENANCY_ID";
const exampleFile = "passkeys.ndjson";
const examplePage = "https://www.example.com";

function filledPath({ path, parameters }: Operation): string {
  const examples = new Map(parameters.map(({ name, schema }) => [name, schema.example]));
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const example = examples.get(name);
    return name === "tenancyId"
      ? tenancyPlaceholder
      : encodeURIComponent(typeof example === "string" ? example : name);
  });
}

function bodyOf({ body }: Operation): ExampleRequest["body"] {
  if (body?.example === undefined) return undefined;
  return body.mediaType === "application/json"
    ? { type: "json", value: body.example }
    : { type: "file", file: exampleFile };
}

/** Returns the example call of an endpoint. */
export function exampleRequest(operation: Operation): ExampleRequest {
  const body = bodyOf(operation);
  return {
    method: operation.method,
    url: `${endpoint}${filledPath(operation)}`,
    headers: [
      ...(operation.caller === "backend"
        ? [{ name: "Authorization", value: "Bearer ", variable: "KEYSTEAD_API_KEY" }]
        : []),
      ...(body === undefined
        ? []
        : [{ name: "Content-Type", value: operation.body?.mediaType ?? "" }]),
    ],
    ...(body === undefined ? {} : { body }),
    repliesWithJson: operation.reply?.mediaType === "application/json",
  };
}

/** Adds the header that a browser sends, for calls that only pages make. */
export const fromPage = (request: ExampleRequest): ExampleRequest => ({
  ...request,
  headers: [{ name: "Origin", value: examplePage }, ...request.headers],
});
