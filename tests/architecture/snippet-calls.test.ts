import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "@/app/docs/api/reference";
import { violationsOf } from "@/testing/violations";

const folder = "docs/snippets";
const files = readdirSync(folder).filter((name) => /\.(ts|py|go|php|rb|sh)$/.test(name));
const guides = readdirSync("docs/guides").map((name) => ({
  name,
  text: readFileSync(`docs/guides/${name}`, "utf8"),
}));

/** The scopes of each endpoint, by method and path. */
const known = new Map(
  operations.map(({ method, path, scope }) => [
    `${method} ${path.replaceAll(/\{\w+\}/g, "x")}`,
    scope?.split(" ") ?? [],
  ]),
);

/** Returns an endpoint with x for each value that a language inserts into the path. */
function endpointOf(method: string, path: string): string {
  const [plain = ""] = path.split("?");
  const shown = plain
    .replaceAll(/\{[^{}]*\}|\$\w+/g, "x")
    // In Go, the value follows the text.
    .replace(/\/$/, "/x");
  return `${method} /v2/x/${shown}`;
}

/** Method and path of each call by the guides' function, in TypeScript, Python, Go, PHP and Ruby. */
const programCalls = (text: string) =>
  [
    // Inserted values of TypeScript and Ruby can contain quotes.
    ...text
      .replaceAll(/[$#]\{[^{}]*\}/g, "x")
      .matchAll(
        /(?:keystead(?:<[^(]*>)?|Call)\(\s*["'](GET|POST|PATCH|DELETE)["'],\s*f?(["'`])(.+?)\2/g,
      ),
  ].map(([, method = "", , path = ""]) => endpointOf(method, path));

/** Method and path of each curl command. */
const curlCalls = (text: string) =>
  [...text.matchAll(/^curl (?:.+\\\n)*.+$/gm)].map(([command]) => {
    const sends = /--data\b(?!-urlencode)|--data-binary/.test(command) ? "POST" : "GET";
    const path = /\$KEYSTEAD_TENANCY_ID\/([^"]+)"/.exec(command)?.[1] ?? "";
    return endpointOf(/-X (\w+)/.exec(command)?.[1] ?? sends, path);
  });

const called = (file: string) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  return file.endsWith(".sh") ? curlCalls(text) : programCalls(text);
};

test("every call of a snippet reaches an endpoint", async () => {
  const violations = await violationsOf(files, (file) => {
    const calls = called(file);
    expect(calls.filter((call) => !known.has(call))).toEqual([]);
    // Keystead calls a receiver, and the keystead files define the function that the others call.
    if (!/^(keystead|receive[-_]events)\./.test(file))
      expect(calls.length, "calls").toBeGreaterThan(0);
  });
  expect(violations).toEqual([]);
});

test("a guide names every scope that its snippets need", async () => {
  const violations = await violationsOf(
    guides.map(({ name, text }) => [name, text] as const),
    (_name, text) => {
      const shown = files.filter((file) => text.includes(`${folder}/${file}\n`));
      const scopes = new Set(shown.flatMap(called).flatMap((call) => known.get(call) ?? []));
      expect([...scopes].filter((scope) => !text.includes(`\`${scope}\``))).toEqual([]);
    },
  );
  expect(violations).toEqual([]);
});
