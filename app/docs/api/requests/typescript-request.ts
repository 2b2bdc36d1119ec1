import type { ExampleHeader, ExampleRequest } from "./example-request";
import { indented, literal, type LiteralStyle } from "./literal";

const nameOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const style: LiteralStyle = {
  object: ["{", "}"],
  key: (name) => `${nameOf(name)}: `,
  string: (text) => JSON.stringify(text),
  none: "null",
  yes: "true",
  no: "false",
  indent: "  ",
  lastComma: ",",
};

const header = ({ name, value, variable }: ExampleHeader) =>
  variable === undefined
    ? `${nameOf(name)}: ${JSON.stringify(value)}`
    : `${nameOf(name)}: \`${value}\${process.env.${variable}}\``;

function headersOf(headers: ExampleHeader[]): string[] {
  const written = headers.map(header);
  if (written.length < 2) return written.map((only) => `  headers: { ${only} },`);
  return ["  headers: {", ...written.map((line) => `    ${line},`), "  },"];
}

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string {
  return body.type === "file"
    ? `await readFile("${body.file}")`
    : `JSON.stringify(${indented(literal(body.value, style), "  ")})`;
}

/** Writes the request with `fetch`. */
export function typescriptRequest(request: ExampleRequest): string {
  const { method, url, headers, body, repliesWithJson } = request;
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...headersOf(headers),
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
  ];
  const settings = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return [
    ...(body?.type === "file" ? ['import { readFile } from "node:fs/promises";', ""] : []),
    `const response = await fetch(${JSON.stringify(url)}${settings});`,
    `console.log(await response.${repliesWithJson ? "json" : "text"}());`,
  ].join("\n");
}
