import type { ExampleHeader, ExampleRequest } from "./example-request";

const quoted = (text: string) => `'${text.replace(/'/g, "'\\''")}'`;

const header = ({ name, value, variable = "" }: ExampleHeader) =>
  `-H "${name}: ${value}${variable === "" ? "" : `$${variable}`}"`;

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string {
  return body.type === "file" ? `@${body.file}` : quoted(JSON.stringify(body.value, null, 2));
}

/** Writes the request as a curl command. */
export function curlRequest({ method, url, headers, body }: ExampleRequest): string {
  // curl sends a body with POST, and everything else with GET, unless told otherwise.
  const usual = body === undefined ? "GET" : "POST";
  return [
    `curl ${method === usual ? "" : `-X ${method} `}"${url}"`,
    ...headers.map(header),
    // --data would remove the line breaks.
    ...(body === undefined ? [] : [`--data-binary ${bodyOf(body)}`]),
  ].join(" \\\n  ");
}
