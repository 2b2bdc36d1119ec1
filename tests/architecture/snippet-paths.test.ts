import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { backendLines, pageLines } from "@/app/landing/code-lines";
import { violationsOf } from "@/testing/violations";

/**
 * A value in a path of an example must be encoded: `../passkeys/prune` instead of a code would
 * otherwise make the reader's backend call another endpoint with its API key.
 */

const extensions = /\.(mjs|js|ts|html|py|go|php|rb|sh)$/;
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => extensions.test(path) && statSync(path).isFile());

const markdown = [
  "README.md",
  "lib/client/README.md",
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Returns the code blocks and inline code of a Markdown file. */
const codesOf = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/^```[^`]*?\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? `\`${inline}\``,
  );

const code = [
  ...filesBelow("docs/snippets"),
  ...filesBelow("examples").filter((path) => !path.includes("node_modules")),
  "app/demo/backend/keystead.ts",
];

/** Each file with the texts in it that are code. */
const sources: [string, string[]][] = [
  ...code.map((path): [string, string[]] => [path, [readFileSync(path, "utf8")]]),
  ...markdown.map((path): [string, string[]] => [path, codesOf(path)]),
  ["app/landing/code-lines.ts", [backendLines, pageLines("https://keystead.example")]],
];

const encoded =
  /^(encodeURIComponent|quote|url\.PathEscape|url\.QueryEscape|rawurlencode|ERB::Util\.url_encode)\(/;

/** Values that the installation, the operator or the example's own code sets. */
const own = new RegExp(
  `^(${[
    "(\\$|process\\.env\\.|ENV\\.fetch\\(\"|os\\.environ\\['|getenv\\(')?KEYSTEAD_(URL|TENANCY_ID)[\"'\\])]*",
    'os\\.Getenv\\("KEYSTEAD_(URL|TENANCY_ID)"\\)',
    "keysteadUrl|endpoint|tenancyId|site|(APP_|SERVICE_)?PORT|server\\.address\\(\\)\\.port",
    "server\\.server_address\\[1\\]",
    // The name of a hosted page, which the example compares with a list.
    "page",
    // Encoded by URLSearchParams.
    "query",
    // A constant of a command, and the path that the demo displays.
    "\\$DRY_RUN|shownAs",
  ].join("|")})$`,
);

/** The functions that take a path. Their callers are searched, too. */
const takesPath = [
  ...["ts", "py", "go", "php", "rb"].map((language) => `docs/snippets/keystead.${language}`),
  "examples/express/keystead.mjs",
  "examples/nextjs/app/keystead.ts",
  "app/demo/backend/keystead.ts",
  "app/landing/code-lines.ts",
  "README.md",
];

/**
 * curl encodes no part of a path before version 8.3. Operators type these commands, with ids and
 * codes that Keystead returned.
 */
const typed = /^\$(CODE|SUB|PASSKEY_ID)$/;

/** Names that the text assigns an encoded value to: `const code = encodeURIComponent(…)`. */
const encodedNames = (text: string) =>
  new Set(
    [...text.matchAll(/\b(\w+) :?= ([\w.:]+\()/g)].flatMap(([, name = "", call = ""]) =>
      encoded.test(call) ? [name] : [],
    ),
  );

const isPath = (text: string) =>
  !/\s/.test(text.replaceAll(/[$#]?\{[^{}]*\}/g, "")) && text.includes("/");

/** Returns each value that a string with a slash interpolates, or that is appended to one. */
function valuesInPaths(text: string, isShell: boolean): string[] {
  const values: string[] = [];
  // `…/${value}`, f"…/{value}" and "…/#{value}"; in shell and PHP "…/$value" as well.
  // The delimiter may occur inside braces.
  for (const [literal, quote = ""] of text.matchAll(
    /(["'`])(?:\$\{[^{}]*\}|#\{[^{}]*\}|\{[^{}\n]*\}|(?!\1)[^\n\\]|\\.)*\1/g,
  )) {
    const content = literal.slice(1, -1);
    if (!isPath(content)) continue;
    if (quote === "`")
      values.push(...[...content.matchAll(/\$\{([^{}]*)\}/g)].map(([, it = ""]) => it));
    else
      values.push(
        ...[...content.matchAll(/#?\{\$?([^{}]*)\}/g)].map(([, it = ""]) => it),
        ...[...content.matchAll(/(?<!\{)\$\w+/g)].map(([it]) => it),
      );
  }
  // Go: "…/"+value. PHP: '…/' . value.
  if (!isShell)
    for (const [, value = ""] of text.matchAll(
      /\/(?:[\w?=]*)["'] ?[+.] ?([\w$.:]+(?:\([^()]*\)|\[[^\]]*\])*)/g,
    ))
      values.push(value);
  return values;
}

/** Returns the values in paths of the text that are neither encoded nor the example's own. */
function unencodedValues(name: string, text: string): string[] {
  const isShell = name.endsWith(".sh") || /^curl /m.test(text);
  const names = encodedNames(text);
  return valuesInPaths(text, isShell).filter(
    (value) =>
      !encoded.test(value) &&
      !own.test(value) &&
      !names.has(value) &&
      !(isShell && typed.test(value)) &&
      !(/^\$?path$/.test(value) && takesPath.some((file) => name.startsWith(file))),
  );
}

test("every value in a path of an example is encoded", async () => {
  const violations = await violationsOf(sources, (name, texts) => {
    expect(texts.flatMap((text) => unencodedValues(name, text))).toEqual([]);
  });
  expect(violations).toEqual([]);
});

test.each([
  ["a.mjs", 'fetch(`${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/principal/${query.get("code")}`)'],
  ["a.ts", 'keystead("GET", `user/${sub}`)'],
  ["a.ts", 'keystead("GET", `user/${account.sub}`)'],
  ["a.py", 'keystead("GET", f"passkeys/{record[\'id\']}")'],
  ["a.py", 'keystead("GET", f"passkeys?userId={user_id}&x=/")'],
  ["a.go", 'Call("GET", "user/"+account.Sub, nil, &reply)'],
  ["a.go", 'Call("GET", "passkeys/"+record.ID, nil, &reply)'],
  ["a.php", "keystead('GET', \"user/$sub\")"],
  ["a.php", "keystead('GET', \"user/{$account['sub']}\")"],
  ["a.php", "keystead('GET', 'passkeys/' . $record['id'])"],
  ["a.rb", 'keystead("GET", "user/#{account["sub"]}")'],
  ["a.sh", 'curl "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys?userId=$USER_ID"'],
])("the search finds an unencoded value in %s: %s", (name, text) => {
  expect(unencodedValues(name, text)).toHaveLength(1);
});
