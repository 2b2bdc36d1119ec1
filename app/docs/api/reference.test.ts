import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { cautionOf } from "./caution";
import { curlExample, scriptExample } from "./example-request";
import { errorReplies, families, operations, resolve, type Schema } from "./reference";
import { rowsOf } from "./schema-rows";

const named = operations.map((operation) => ({
  name: `${operation.method} ${operation.path}`,
  operation,
}));

test("every endpoint is in one family, and every error has an example", () => {
  expect(families.flatMap((family) => family.operations)).toHaveLength(operations.length);
  expect(families.filter((family) => family.operations.length === 0)).toEqual([]);
  for (const { errors } of operations)
    for (const { example } of errors)
      expect(example).toMatchObject({
        _tag: expect.stringMatching(/^@error\//),
        message: expect.stringMatching(/\.$/),
      });
  expect(errorReplies.length).toBeGreaterThan(20);
});

test.each(named)("$name: its examples are well-formed calls of it", ({ operation }) => {
  const curl = curlExample(operation);
  expect(spawnSync("bash", ["-n"], { input: curl, encoding: "utf8" }).stderr).toBe("");
  const pattern = operation.path
    .replace("{tenancyId}", "(\\$KEYSTEAD_TENANCY_ID|\\$\\{tenancyId\\})")
    .replace(/\{\w+\}/g, '[^/"]+');
  const address = new RegExp(`keystead\\.example${pattern.replace(/\./g, "\\.")}["\`]`);
  for (const code of [curl, scriptExample(operation)]) {
    expect(code).toMatch(address);
    expect(code.includes("Authorization")).toBe(operation.caller === "backend");
  }
  expect(
    ts.transpileModule(scriptExample(operation), { reportDiagnostics: true }).diagnostics,
  ).toEqual([]);
});

test("a table names what is nested, with its need, type and bounds", () => {
  const list = operations.find(({ id }) => id === "listPasskeys");
  expect(rowsOf(list?.reply?.schema ?? {})).toContainEqual(
    expect.objectContaining({
      name: "records[].credential.id",
      type: "string",
      depth: 2,
      isRequired: true,
    }),
  );
  expect(rowsOf(list?.reply?.schema ?? {})).toContainEqual(
    expect.objectContaining({ name: "cursor", type: "string | null" }),
  );
  const challenge = operations.find(({ id }) => id === "createChallenge");
  expect(rowsOf(challenge?.body?.schema ?? {})).toContainEqual(
    expect.objectContaining({
      name: "sendEmail",
      isRequired: false,
      description: expect.stringContaining("default true"),
    }),
  );
});

test("every endpoint that deletes asks first", () => {
  const deleting = operations.filter(
    ({ method, path }) => method === "DELETE" || path.endsWith("/passkeys/delete"),
  );
  expect(deleting.length).toBeGreaterThan(3);
  for (const operation of deleting)
    expect(cautionOf(operation)).toMatchObject({ isDestructive: true });
});

/** Returns every field name in a schema. */
function fieldNames(schema: Schema): string[] {
  return rowsOf(schema).map(({ name }) => name.replace(/^.*\./, ""));
}

test.each(["exchange.go", "exchange.py"])(
  "%s names a path, a method and fields that the API has",
  (file) => {
    const code = readFileSync(`docs/snippets/${file}`, "utf8");
    const exchange = operations.find(({ id }) => id === "getPrincipal");
    if (exchange?.reply === undefined) throw new Error("there is no exchange");
    expect(code).toMatch(/\/v2\/(%s|\{os\.environ\['KEYSTEAD_TENANCY_ID'\]\})/);
    expect(code).toMatch(/\/principal\/(%s|\{urllib)/);
    const known = new Set([...fieldNames(resolve(exchange.reply.schema)), "_tag", "message"]);
    const used = [...code.matchAll(/json:"(\w+)"|\["(\w+)"\]/g)].map(
      ([, tag, key]) => tag ?? key ?? "",
    );
    expect(used).not.toEqual([]);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  },
);

const calls = [
  "keystead.ts",
  "exchange.ts",
  "register.ts",
  "step-up.ts",
  "mailbox-code.ts",
  "email-change.ts",
  "new-domain.ts",
  "devices.ts",
].flatMap((file) =>
  [
    ...readFileSync(`docs/snippets/${file}`, "utf8").matchAll(
      /"(GET|POST|PATCH|DELETE)",\s*["`]([\w/${}().?=-]+)/g,
    ),
  ].map(([, method = "", path = ""]) => ({ file, method, path })),
);

test("the calls of the TypeScript snippets are endpoints", () => {
  expect(calls.length).toBeGreaterThan(10);
  const templates = operations.map(
    ({ method, path }) =>
      new RegExp(
        `^${method} ${path.replace("/v2/{tenancyId}/", "").replace(/\{\w+\}/g, "\\$\\{.+\\}")}$`,
      ),
  );
  expect(
    calls.filter(
      ({ method, path }) =>
        !templates.some((template) => template.test(`${method} ${path.replace(/\?.*$/, "")}`)),
    ),
  ).toEqual([]);
});
