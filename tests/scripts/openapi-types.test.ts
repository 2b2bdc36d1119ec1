import { join, resolve } from "node:path";
import { compile } from "json-schema-to-typescript";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import document from "@/lib/http/endpoint/openapi.generated.json";

const used = [
  "RegistrationOptions",
  "VerifyRegistration",
  "AuthenticationOptions",
  "VerifyAuthentication",
  "CreateChallenge",
  "SavePasskeyPolicy",
] as const;

const { schemas } = document.components;

/** Types of the document's schemas, by generators that applications use. */
const generators: Record<string, () => Promise<string>> = {
  "openapi-typescript": async () =>
    `${astToString(await openapiTypescript(JSON.stringify(document)))}
     export type Schemas = components["schemas"];`,
  "json-schema-to-typescript": () => {
    const $defs = JSON.parse(
      JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/$defs/"),
    ) as Record<string, object>;
    const properties = Object.fromEntries(used.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    return compile({ $defs, type: "object", properties, required: [...used] }, "Schemas", {
      additionalProperties: false,
      format: false,
    });
  },
};

const page = `
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { Schemas } from "./api";

export async function register(
  { sessionToken, optionsJSON }: Schemas["RegistrationOptions"],
): Promise<Schemas["VerifyRegistration"]> {
  return { sessionToken, response: await startRegistration({ optionsJSON }) };
}

export async function signIn(
  { sessionToken, optionsJSON }: Schemas["AuthenticationOptions"],
): Promise<Schemas["VerifyAuthentication"]> {
  return { sessionToken, response: await startAuthentication({ optionsJSON }) };
}

export const challenge: Schemas["CreateChallenge"] = { purpose: "login", email: "ada@example.com" };
export const policy: Schemas["SavePasskeyPolicy"] = { version: 1, rules: {} };
`;

/** Returns the type errors of a page that uses the types. */
function typeErrors(api: string): string[] {
  // In the repository, so that imports resolve.
  const folder = resolve("tests/scripts");
  const files = new Map([
    [join(folder, "api.ts"), api],
    [join(folder, "page.ts"), page],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, language) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("types generated from the OpenAPI document fit the browser's own", () => {
  test.each(Object.keys(generators))("by %s", async (name) => {
    const api = (await generators[name]?.()) ?? "";
    expect(api).toContain("sessionToken");
    expect(typeErrors(api)).toEqual([]);
  });
});

/** Every object of the document that is a schema or part of one. */
function* nodesOf(value: unknown, path = ""): Generator<[path: string, node: object]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* nodesOf(inner, `${path}/${key}`);
}

test("no number has a pattern, and no schema a default, which generators take for required", () => {
  const faulty = [...nodesOf(document)].filter(
    ([, node]) =>
      ("pattern" in node && "type" in node && node.type !== "string") ||
      ("default" in node && typeof node.default !== "object"),
  );
  expect(faulty.map(([path]) => path)).toEqual([]);
});
