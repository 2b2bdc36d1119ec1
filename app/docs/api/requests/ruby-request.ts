import type { ExampleHeader, ExampleRequest } from "./example-request";
import { literal, type LiteralStyle } from "./literal";

const quoted = (text: string) => JSON.stringify(text).replace(/#(?=[{$@])/g, "\\#");

const style: LiteralStyle = {
  object: ["{", "}"],
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? `${name}: ` : `${quoted(name)} => `),
  string: quoted,
  none: "nil",
  yes: "true",
  no: "false",
  indent: "  ",
  lastComma: "",
};

const header = ({ name, value, variable }: ExampleHeader) =>
  variable === undefined
    ? `request["${name}"] = ${quoted(value)}`
    : `request["${name}"] = "${value}#{ENV.fetch("${variable}")}"`;

function bodyOf(body: NonNullable<ExampleRequest["body"]>): string {
  return body.type === "file"
    ? `File.read("${body.file}")`
    : `JSON.generate(${literal(body.value, style)})`;
}

/** Writes the request with the standard library. */
export function rubyRequest(request: ExampleRequest): string {
  const { method, url, headers, body, repliesWithJson } = request;
  return [
    ...(repliesWithJson || body?.type === "json" ? ['require "json"'] : []),
    'require "net/http"',
    "",
    `uri = URI(${quoted(url)})`,
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`,
    ...headers.map(header),
    ...(body === undefined ? [] : [`request.body = ${bodyOf(body)}`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    "  http.request(request)",
    "end",
    `puts ${repliesWithJson ? "JSON.parse(response.body)" : "response.body"}`,
  ].join("\n");
}
