import type { ExampleHeader, ExampleRequest } from "./example-request";
import { indented, literal, type LiteralStyle } from "./literal";

const style: LiteralStyle = {
  object: ["{", "}"],
  key: (name) => `${JSON.stringify(name)}: `,
  string: (text) => JSON.stringify(text),
  none: "None",
  yes: "True",
  no: "False",
  indent: "    ",
  lastComma: ",",
};

const header = ({ name, value, variable }: ExampleHeader) =>
  variable === undefined
    ? `"${name}": ${JSON.stringify(value)}`
    : `"${name}": f"${value}{os.environ['${variable}']}"`;

function headersOf(headers: ExampleHeader[]): string[] {
  const written = headers.map(header);
  if (written.length < 2) return written.map((only) => `    headers={${only}},`);
  return ["    headers={", ...written.map((line) => `        ${line},`), "    },"];
}

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string {
  return body.type === "file"
    ? `open("${body.file}", "rb").read()`
    : `json.dumps(${indented(literal(body.value, style), "    ")}).encode()`;
}

/** Writes the request with the standard library. */
export function pythonRequest(request: ExampleRequest): string {
  const { method, url, headers, body, repliesWithJson } = request;
  const imports = [
    ...(repliesWithJson || body?.type === "json" ? ["import json"] : []),
    ...(headers.some(({ variable }) => variable !== undefined) ? ["import os"] : []),
    "import urllib.request",
  ];
  return [
    ...imports,
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...headersOf(headers),
    ...(body === undefined ? [] : [`    data=${bodyOf(body)},`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    `    print(${repliesWithJson ? "json.load(response)" : "response.read().decode()"})`,
  ].join("\n");
}
