import type { ExampleHeader, ExampleRequest } from "./example-request";

const quoted = (text: string) => (text.includes("`") ? JSON.stringify(text) : `\`${text}\``);

const stopOnError = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string[] {
  return body.type === "file"
    ? [`\tbody, err := os.Open("${body.file}")`, ...stopOnError]
    : [`\tbody := strings.NewReader(${quoted(JSON.stringify(body.value, null, 2))})`];
}

const header = ({ name, value, variable }: ExampleHeader) =>
  `\trequest.Header.Set("${name}", ${JSON.stringify(value)}${
    variable === undefined ? "" : `+os.Getenv("${variable}")`
  })`;

/** Writes the request as a program with the standard library. */
export function goRequest({ method, url, headers, body }: ExampleRequest): string {
  const usesSystem =
    body?.type === "file" || headers.some(({ variable }) => variable !== undefined);
  const imports = [
    "fmt",
    "io",
    "log",
    "net/http",
    ...(usesSystem ? ["os"] : []),
    ...(body?.type === "json" ? ["strings"] : []),
  ];
  return [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(body === undefined ? [] : bodyOf(body)),
    `\trequest, err := http.NewRequest("${method}",`,
    `\t\t${JSON.stringify(url)}, ${body === undefined ? "nil" : "body"})`,
    ...stopOnError,
    ...headers.map(header),
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...stopOnError,
    "\tdefer response.Body.Close()",
    "\treply, err := io.ReadAll(response.Body)",
    ...stopOnError,
    "\tfmt.Println(string(reply))",
    "}",
  ].join("\n");
}
