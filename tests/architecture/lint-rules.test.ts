import { expect, it } from "vitest";
import { lint, type PlantedViolation } from "@/testing/lint-planted";

const planted: PlantedViolation[] = [
  [
    "an identifier outside the glossary",
    "lib/domain/user/planted.ts",
    "export const recallUser = 1;",
    "findCached",
    "export const findCachedUser = 1;",
  ],
  [
    "a comment outside the glossary",
    "lib/domain/user/planted.ts",
    "// The code is good for ten minutes.\nexport {};",
    "expires in",
    "// The code expires in ten minutes.\nexport {};",
  ],
  [
    "a test title outside the glossary",
    "lib/domain/user/planted.test.ts",
    'import { test } from "vitest"; test("the email was given up", () => {});',
    "failed, retrying",
    'import { test } from "vitest"; test("the delivery failed", () => {});',
  ],
  [
    "a typewriter's apostrophe on a screen",
    "components/ui/planted.tsx",
    "export const Planted = () => <p>It isn't ready.</p>;",
    "Write the apostrophe ’",
    "export const Planted = () => <p>It isn’t ready.</p>;",
  ],
  [
    "a typewriter's apostrophe in a text of the console",
    "lib/console/planted.ts",
    'export const planted = "It isn\'t ready.";',
    "Write the apostrophe ’",
    'export const planted = "It isn’t ready.";',
  ],
  [
    "an id in capitals in the console",
    "app/console/planted.tsx",
    "export const Planted = () => <p>Copy the client ID of the ID token.</p>;",
    "Write “id”",
    "export const Planted = () => <p>Copy the client id of the ID token.</p>;",
  ],
  [
    "a journey whose browser doesn't wait until a page listens",
    "e2e/planted.test.ts",
    'import { test } from "@playwright/test"; test("opens", () => {});',
    "Import test from e2e/fixtures.ts",
    'import { test } from "./fixtures"; test("opens", () => {});',
  ],
  [
    "environment",
    "lib/platform/planted.ts",
    "export const mode = process.env.MODE;",
    "Only lib/config.ts reads",
    'export const mode = "local";',
  ],
  [
    "environment, destructured",
    "tests/planted.ts",
    "export const { env } = process;",
    "Only lib/config.ts reads",
    "export const { pid } = process;",
  ],
  [
    "environment, imported",
    "lib/http/planted.ts",
    'import { env } from "node:process"; export { env };',
    "Only lib/config.ts reads",
    "export {};",
  ],
  [
    "URL.canParse",
    "lib/domain/user/planted.ts",
    'export const isUrl = URL.canParse("");',
    "Use parseUrl",
    'import { parseUrl } from "@/lib/parse-url"; export const url = parseUrl("");',
  ],
  [
    "new Date()",
    "lib/domain/user/planted.ts",
    "export const now = new Date();",
    "from ctx.clock",
    "export const epoch = new Date(0);",
  ],
  [
    "Date()",
    "lib/domain/user/planted.ts",
    "export const now = Date();",
    "from ctx.clock",
    "export const epoch = new Date(0);",
  ],
  [
    "Date.now()",
    "lib/domain/user/planted.test.ts",
    "export const now = Date.now();",
    "from ctx.clock",
    "export const start = performance.now();",
  ],
  [
    "randomness",
    "lib/platform/planted.ts",
    "export const dice = Math.random();",
    "Use node:crypto",
    "export const half = Math.round(0.5);",
  ],
  ["console.*", "lib/http/planted.ts", 'console.log("here");', "Log through ctx.log", "export {};"],
  [
    "export *",
    "lib/http/planted.ts",
    'export * from "./respond";',
    "Name what you export",
    'import { respond } from "./respond"; export { respond };',
  ],
  [
    "re-exports",
    "lib/http/planted.ts",
    'export { respond } from "./respond";',
    "Import from the file that defines",
    "export const respond = 1;",
  ],
  [
    "default exports",
    "lib/http/planted.ts",
    "export default 1;",
    "Prefer named exports",
    "export const one = 1;",
  ],
  ["long files", "lib/http/planted.ts", "export {};\n".repeat(300), "too many lines", "export {};"],
  [
    "long tests",
    "testing/planted.ts",
    "export {};\n".repeat(500),
    "too many lines",
    "export {};\n".repeat(400),
  ],
  [
    "suppression without a reason",
    "lib/http/planted.ts",
    "/* eslint-disable */\nMath.random();",
    "Say why",
    "/* eslint-disable no-restricted-properties -- picks a color */\nMath.random();",
  ],
  [
    "unused suppression",
    "lib/http/planted.ts",
    "// eslint-disable-next-line eqeqeq -- left over\nexport {};",
    "Unused eslint-disable",
    "export {};",
  ],
  [
    "@ts-ignore",
    "lib/http/planted.ts",
    "// @ts-ignore\nexport {};",
    "@ts-expect-error",
    "// @ts-expect-error the library's types lag behind\nexport {};",
  ],
  [
    "any",
    "lib/http/planted.ts",
    "export const x: any = 1;",
    "Unexpected any",
    "export const x: unknown = 1;",
  ],
];

it.each(planted)(
  "%s: lint rejects a planted violation and explains why",
  async (_name, file, refused, lesson, allowed) => {
    expect(await lint(file, refused)).toContainEqual(expect.stringContaining(lesson));
    expect(await lint(file, allowed)).toEqual([]);
  },
);

it.each([
  ["the clock reads the system time", "lib/platform/clock.ts", "export const now = Date.now();"],
  [
    "the configuration reads the environment",
    "lib/config.ts",
    "export const port = process.env.PORT;",
  ],
  [
    "scripts read the environment and print",
    "scripts/planted.mjs",
    "console.log(process.env.PORT);",
  ],
  ["the server prints", "server/main.ts", 'console.log("ready");'],
  [
    "test support reads the environment",
    "testing/planted.ts",
    "export const url = process.env.TEST_DATABASE_URL;",
  ],
  [
    "a page has a default export",
    "app/docs/page.tsx",
    "export default function Page() { return null; }",
  ],
])("%s", async (_name, file, code) => {
  expect(await lint(file, code)).toEqual([]);
});
