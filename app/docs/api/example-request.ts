import type { Operation } from "./reference";

/** Placeholder for the installation's URL. */
const endpoint = "https://keystead.example";

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Returns the path with example values and the tenancy as a variable. */
function filledPath({ path, parameters }: Operation, tenancyId: string): string {
  const values = new Map(
    parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name, schema }) => [
        name,
        typeof schema.example === "string" ? schema.example : name,
      ]),
  );
  return path.replace(/\{(\w+)\}/g, (_place, name: string) =>
    name === "tenancyId" ? tenancyId : encodeURIComponent(values.get(name) ?? name),
  );
}

interface Part {
  headers: string[];
  body?: string | undefined;
}

function partsOf({ caller, body }: Operation): Part {
  const sends = body?.example !== undefined;
  return {
    headers: [
      ...(caller === "backend" ? ["Authorization: Bearer $KEYSTEAD_API_KEY"] : []),
      ...(sends ? [`Content-Type: ${body.mediaType}`] : []),
    ],
    body: sends
      ? typeof body.example === "string"
        ? body.example
        : pretty(body.example)
      : undefined,
  };
}

/** Returns a curl command that calls the endpoint. */
export function curlExample(operation: Operation): string {
  const { headers, body } = partsOf(operation);
  const method =
    operation.method === "GET" || (operation.method === "POST" && body !== undefined)
      ? []
      : [`-X ${operation.method}`];
  const lines = [
    ["curl", ...method, `"${endpoint}${filledPath(operation, "$KEYSTEAD_TENANCY_ID")}"`].join(" "),
    ...headers.map((header) => `  -H "${header}"`),
    ...(body === undefined ? [] : [`  --data '${body.replace(/'/g, "'\\''")}'`]),
  ];
  return lines.join(" \\\n");
}

const indented = (text: string) => text.replace(/\n/g, "\n  ");

/** Removes the quotes from keys that are identifiers. */
const literal = (json: string) => json.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");

/** Returns the same call with fetch(). */
export function scriptExample(operation: Operation): string {
  const { headers, body } = partsOf(operation);
  const quoted = headers.map((header) => {
    const [name = "", value = ""] = header.split(": ");
    return `${/^\w+$/.test(name) ? name : `"${name}"`}: ${value.includes("$") ? `\`${value.replace("$KEYSTEAD_API_KEY", "${apiKey}")}\`` : `"${value}"`}`;
  });
  const isJson = operation.body?.mediaType === "application/json";
  const options = [
    ...(operation.method === "GET" ? [] : [`method: "${operation.method}",`]),
    ...(quoted.length === 0 ? [] : [`headers: { ${quoted.join(", ")} },`]),
    ...(body === undefined
      ? []
      : [
          isJson
            ? `body: JSON.stringify(${indented(literal(body))}),`
            : `body: ${JSON.stringify(body)},`,
        ]),
  ];
  const filled = `${endpoint}${filledPath(operation, "${tenancyId}")}`;
  const address = filled.includes("$") ? `\`${filled}\`` : `"${filled}"`;
  const call =
    options.length === 0
      ? `await fetch(${address})`
      : `await fetch(${address}, {\n  ${options.join("\n  ")}\n})`;
  const read =
    operation.reply?.mediaType === "application/json" || operation.reply === undefined
      ? "await response.json()"
      : "await response.text()";
  return `const response = ${call};\nconst reply = ${read};`;
}
