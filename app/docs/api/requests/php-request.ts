import type { ExampleHeader, ExampleRequest } from "./example-request";
import { indented, literal, type LiteralStyle } from "./literal";

const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

const style: LiteralStyle = {
  object: ["[", "]"],
  key: (name) => `${quoted(name)} => `,
  string: quoted,
  none: "null",
  yes: "true",
  no: "false",
  indent: "    ",
  lastComma: ",",
  emptyObject: "new stdClass()",
};

const header = ({ name, value, variable }: ExampleHeader) =>
  variable === undefined
    ? quoted(`${name}: ${value}`)
    : `${quoted(`${name}: ${value}`)} . getenv('${variable}')`;

function headersOf(headers: ExampleHeader[]): string[] {
  const written = headers.map(header);
  if (written.length < 2) return written.map((only) => `    CURLOPT_HTTPHEADER => [${only}],`);
  return ["    CURLOPT_HTTPHEADER => [", ...written.map((line) => `        ${line},`), "    ],"];
}

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string {
  return body.type === "file"
    ? `file_get_contents('${body.file}')`
    : `json_encode(${indented(literal(body.value, style), "    ")})`;
}

/** Writes the request with the curl extension. */
export function phpRequest(request: ExampleRequest): string {
  const { method, url, headers, body, repliesWithJson } = request;
  return [
    "<?php",
    "",
    `$curl = curl_init(${quoted(url)});`,
    "curl_setopt_array($curl, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...headersOf(headers),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${bodyOf(body)},`]),
    "]);",
    "$reply = curl_exec($curl);",
    repliesWithJson ? "print_r(json_decode($reply, true));" : "echo $reply;",
  ].join("\n");
}
