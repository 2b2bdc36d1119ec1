import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { errorAdvice } from "@/lib/contract/error-advice";
import document from "@/lib/http/endpoint/openapi.generated.json";
import { violationsOf } from "@/testing/violations";
import { cautionOf } from "./caution";
import { errorReplies, families, operations, type Schema } from "./reference";
import { writeRequests } from "./requests/write-requests";
import { rowsOf } from "./schema-rows";

const named = operations.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);

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

test("a description marks nothing but code", async () => {
  const violations = await violationsOf(named, (_name, { description }) => {
    expect(description.join(" ").replaceAll(/`[^`]*`/g, "")).not.toMatch(/[*`[\]]/);
  });
  expect(violations).toEqual([]);
});

test("every field has a meaning", async () => {
  const violations = await violationsOf(named, (_name, { body, reply }) => {
    const rows = [body, reply].flatMap((content) => rowsOf(content?.schema ?? {}));
    expect(rows.filter(({ description }) => description === "")).toEqual([]);
  });
  expect(violations).toEqual([]);
});

test("a 400 names only what the endpoint takes", async () => {
  const violations = await violationsOf(named, (_name, { body, errors }) => {
    const example = errors.find(({ name }) => name === "BadRequest")?.example as
      { issues: { path: string; message: string }[] } | undefined;
    const known = rowsOf(body?.schema ?? {}).map(({ name }) => name);
    for (const { path, message } of example?.issues ?? []) {
      if (path === "" || known.includes(path)) continue;
      // A query parameter that the endpoint doesn't have.
      expect({ path, message }).toEqual({
        path: "page",
        message: expect.stringContaining("is not a query parameter of this endpoint"),
      });
    }
  });
  expect(violations).toEqual([]);
});

test("the page of users says which of its two paths to call", () => {
  const users = families.find(({ name }) => name === "Users")?.description;
  expect(users).toContain("`user/{sub}` is for the backend that signs users in");
  expect(users).toContain("`users` is for administration");
});

test("examples are in every language of the caller", async () => {
  const violations = await violationsOf(named, (_name, operation) => {
    expect(writeRequests(operation).map(({ language }) => language)).toEqual(
      operation.caller === "browser" ? ["ts", "sh"] : ["ts", "py", "go", "php", "rb", "sh"],
    );
  });
  expect(violations).toEqual([]);
});

test("an example calls its endpoint, with its key and body", async () => {
  const cases = named.flatMap(([name, operation]) =>
    writeRequests(operation).map(
      ({ language, code }) => [`${name} in ${language}`, operation, language, code] as const,
    ),
  );
  const violations = await violationsOf(cases, (_name, operation, language, code) => {
    const { method, path, caller, body } = operation;
    const pattern = path.replace("{tenancyId}", "YOUR_TENANCY_ID").replace(/\{\w+\}/g, "[^/\"']+");
    expect(code).toMatch(
      new RegExp(`["']https://keystead\\.example${pattern.replace(/\./g, "\\.")}["']`),
    );
    const fields =
      body?.mediaType === "application/json" ? Object.keys(body.example as object) : [];
    expect(code.includes("KEYSTEAD_API_KEY")).toBe(caller === "backend");
    expect(code.includes(body?.mediaType ?? "Content-Type")).toBe(body !== undefined);
    expect(fields.filter((field) => !code.includes(field))).toEqual([]);
    if (method !== "GET" && language !== "sh")
      expect(code.toUpperCase()).toMatch(new RegExp(`["':]${method}\\b`));
    if (language === "sh")
      expect(spawnSync("bash", ["-n"], { input: code, encoding: "utf8" }).stderr).toBe("");
    if (language === "ts")
      expect(ts.transpileModule(code, { reportDiagnostics: true }).diagnostics).toEqual([]);
  });
  expect(violations).toEqual([]);
});

test("summaries are short, distinct phrases, and descriptions are sentences", () => {
  const summaries = operations.map(({ summary }) => summary);
  expect(summaries.filter((text) => !/^[A-Z][^.]{5,59}$/.test(text))).toEqual([]);
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const { description } of operations)
    expect(description.filter((paragraph) => !/^[A-Z`*].+[.]$/.test(paragraph))).toEqual([]);
});

test("legacy endpoints come last, in a chapter of their own", () => {
  const last = families.at(-1);
  expect(last?.name).toBe("Legacy endpoints");
  expect(last?.operations.length).toBeGreaterThan(5);
  for (const { summary } of last?.operations ?? []) expect(summary).toMatch(/\(legacy\)$/);
  const others = families.slice(0, -1).flatMap((family) => family.operations);
  expect(others.filter(({ path }) => path.startsWith("/{tenancyId}/"))).toEqual([]);
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
      name: "invalidateOthers",
      isRequired: false,
      description: expect.stringContaining("Default: false"),
    }),
  );
});

test("ids are WebAuthn's or Keystead's, and one character is singular", () => {
  for (const id of ["verifyRegistration", "verifyAuthentication"]) {
    const rows = rowsOf(operations.find((operation) => operation.id === id)?.body?.schema ?? {});
    expect(rows.find(({ name }) => name === "response.id")?.description).toBe(
      "WebAuthn’s credential id, base64url (at least 1 character)",
    );
  }
  const all = operations.flatMap(({ body, reply }) =>
    [body, reply].flatMap((content) => rowsOf(content?.schema ?? {})),
  );
  expect(all.filter(({ description }) => /\b1 (characters|items)/.test(description))).toEqual([]);
});

test("every endpoint that deletes asks first", () => {
  const deleting = operations.filter(
    ({ method, path }) => method === "DELETE" || path.endsWith("/passkeys/delete"),
  );
  expect(deleting.length).toBeGreaterThan(3);
  for (const operation of deleting)
    expect(cautionOf(operation)).toMatchObject({ isDestructive: true });
});

const snippets = readdirSync("docs/snippets").filter((file) => /\.(go|php|py|rb)$/.test(file));

const known = new Set(
  operations.flatMap(({ body, reply, errors }) => [
    ...[body, reply].flatMap((content) =>
      content === undefined ? [] : fieldNames(content.schema),
    ),
    ...errors.flatMap(({ example }) => Object.keys(example as object)),
  ]),
);

test("snippets send and read fields that the API has", async () => {
  const violations = await violationsOf(snippets, (file) => {
    const code = readFileSync(`docs/snippets/${file}`, "utf8");
    const used = [
      ...code.matchAll(/json:"(\w+)"|["'](\w+)["'](?:\]|:| =>|,)|\b([a-z]\w+): /g),
    ].flatMap((found) => found.slice(1).filter((name) => name !== undefined));
    // Names of one word may also be the program's own.
    expect(used.filter((name) => /^[a-z]+[A-Z]/.test(name) && !known.has(name))).toEqual([]);
  });
  expect(violations).toEqual([]);
});

/** Returns every field name in a schema. */
function fieldNames(schema: Schema): string[] {
  return rowsOf(schema).map(({ name }) => name.replace(/^.*\./, ""));
}

test("numbers from a thousand up have commas, unless they name something", () => {
  const texts = Object.values(errorAdvice).flatMap((advice) => Object.values(advice));
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if ((key === "description" || key === "summary") && typeof value === "string")
      texts.push(value);
  });
  expect(texts.length).toBeGreaterThan(500);
  const odd = texts.filter((text) =>
    /\b\d{4,}\b|\b\d{1,3}[ \u00a0\u202f]\d{3}\b/.test(text.replace(/RFC \d+|since 1970/g, "")),
  );
  expect(odd).toEqual([]);
});
