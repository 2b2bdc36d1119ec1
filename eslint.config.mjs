import { defineConfig } from "eslint/config";
import nextCoreWebVitals from "eslint-config-next/core-web-vitals";
import simpleImportSort from "eslint-plugin-simple-import-sort";
import tseslint from "typescript-eslint";
import { connections } from "./lint/connections.mjs";
import { walls } from "./lint/walls.mjs";
import { words } from "./lint/words.mjs";

const typed = ["**/*.ts", "**/*.tsx"];
/** Rules about React, accessibility and Next apply only to what is rendered. */
const rendered = ["{app,components,emails}/**/*.{ts,tsx}"];
const forTests = ["**/*.test.{ts,tsx}", "{tests,testing,e2e}/**/*.ts"];
const product = [
  "{app,cli,components,emails,lib,prisma,server}/**/*.{ts,tsx}",
  "app/**/.well-known/**/*.ts",
  "proxy.ts",
];
/** Type-checked with tsconfig.tests.json, which loads tests and tools beside the product. */
const outsideProduct = ["**/*.test.{ts,tsx}", "testing/**"];

/**
 * A suppression without a reason is a puzzle for the next reader, so it needs ` -- why` after the
 * rule's name.
 */
const suppressionReason = {
  meta: { type: "problem", schema: [] },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!/^\s*eslint(-disable|\s+[\w@/-]+\s*:)/.test(value) || /\s--\s+\S/.test(value))
          continue;
        // Column -1 lies before the comment, where the suppression itself does not reach.
        const before = { start: { ...loc.start, column: -1 }, end: loc.end };
        context.report({
          loc: before,
          message:
            "Say why after the rule's name: eslint-disable-next-line rule-name -- the reason.",
        });
      }
    },
  }),
};

const restrictedProperties = {
  environment: {
    object: "process",
    property: "env",
    message:
      "Only lib/config.ts reads the environment; add the variable there and to " +
      ".env.example, and read it from the config.",
  },
  clock: {
    object: "Date",
    property: "now",
    message:
      "Take the time from ctx.clock, so that tests can move it; only lib/platform/clock.ts asks the system.",
  },
  console: {
    object: "console",
    message:
      "Log through ctx.log (lib/platform/log.ts): structured, with the request id, and without secrets.",
  },
  canParse: {
    object: "URL",
    property: "canParse",
    message:
      "Use parseUrl (lib/parse-url.ts): Node 20 returns false for names outside ASCII at times.",
  },
  random: {
    object: "Math",
    property: "random",
    message: "Use node:crypto (randomBytes, randomInt, randomUUID): Math.random can be predicted.",
  },
};
const propertiesBut = (...allowed) => [
  "error",
  ...Object.entries(restrictedProperties).flatMap(([name, rule]) =>
    allowed.includes(name) ? [] : [rule],
  ),
];

const nowMessage = restrictedProperties.clock.message;
const restrictedSyntax = {
  clock: [
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: nowMessage },
    { selector: "CallExpression[callee.name='Date']", message: nowMessage },
  ],
  environment: [
    {
      selector:
        "ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name='env']",
      message: restrictedProperties.environment.message,
    },
  ],
  exportAll: [
    {
      selector: "ExportAllDeclaration",
      message:
        "Name what you export, or better import it from the file that defines it: export * hides where things live.",
    },
  ],
  reExport: [
    {
      selector: "ExportNamedDeclaration[source]",
      message:
        "Import from the file that defines the thing: a barrel hides where it lives and makes cycles.",
    },
  ],
};
const syntaxBut = (...allowed) => [
  "error",
  ...Object.entries(restrictedSyntax).flatMap(([name, rules]) =>
    allowed.includes(name) ? [] : rules,
  ),
];

export default defineConfig(
  {
    ignores: [
      "prisma/generated/**",
      ".next/**",
      "dist/**",
      "lib/client/dist/**",
      "lib/client/released/**",
      "coverage/**",
      ".keystead/**",
      ".cache/**",
      "bench/peers/**",
      "next-env.d.ts",
      "**/*.generated.ts",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  { files: rendered, extends: [nextCoreWebVitals] },
  {
    files: typed,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: "tsconfig.tests.json" } },
  },
  {
    files: product,
    ignores: outsideProduct,
    languageOptions: { parserOptions: { project: "tsconfig.product.json" } },
  },
  {
    plugins: {
      keystead: { rules: { walls, connections, words, "suppression-reason": suppressionReason } },
      import: nextCoreWebVitals[0].plugins.import,
      "simple-import-sort": simpleImportSort,
    },
    rules: {
      "keystead/walls": "error",
      "keystead/connections": "error",
      "keystead/suppression-reason": "error",
      "keystead/words": "error",
      "import/no-default-export": "error",
      "simple-import-sort/imports": [
        "error",
        { groups: [["^\\u0000", "^node:", "^@?\\w", "^@/", "^\\."]] },
      ],
      "simple-import-sort/exports": "error",
      "no-restricted-properties": propertiesBut(),
      "no-restricted-syntax": syntaxBut(),
      eqeqeq: "error",
      "max-lines": ["error", { max: 300 }],
    },
  },
  {
    files: typed,
    rules: {
      "@typescript-eslint/ban-ts-comment": [
        "error",
        {
          "ts-ignore": true,
          "ts-nocheck": true,
          "ts-expect-error": "allow-with-description",
          minimumDescriptionLength: 10,
        },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      // An async function without await still turns its throws into rejections.
      "@typescript-eslint/require-await": "off",
      // Our contexts are plain objects of functions without `this`, made to be taken apart.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^@/prisma/generated/client$",
              importNames: ["PrismaClient"],
              allowTypeImports: true,
              message: "Only lib/platform opens the database; take it from ctx.db.",
            },
          ],
        },
      ],
    },
  },
  { files: ["lib/platform/**"], rules: { "@typescript-eslint/no-restricted-imports": "off" } },
  {
    files: ["lib/platform/clock.ts"],
    rules: {
      "no-restricted-properties": propertiesBut("clock"),
      "no-restricted-syntax": syntaxBut("clock"),
    },
  },
  { files: ["server/main.ts"], rules: { "no-restricted-properties": propertiesBut("console") } },
  {
    files: [
      "lib/config.ts",
      "lib/config.unknown.ts",
      "testing/**",
      "e2e/**",
      "bench/**",
      "*.config.*",
    ],
    rules: {
      "no-restricted-properties": propertiesBut("environment"),
      "no-restricted-syntax": syntaxBut("environment"),
    },
  },
  {
    // What readers copy stands on its own: it reads its environment, and prints.
    files: ["scripts/**", "docs/**", "examples/**"],
    rules: {
      "no-restricted-properties": propertiesBut("environment", "console"),
      "no-restricted-syntax": syntaxBut("environment"),
    },
  },
  {
    // A hosted route names its step, a package has one public surface, and a journey imports `expect`
    // with the fixtures that it needs.
    files: ["app/**/route.ts", "lib/client/v2.ts", "e2e/**"],
    rules: { "no-restricted-syntax": syntaxBut("reExport") },
  },
  {
    files: forTests,
    rules: { "max-lines": ["error", { max: 500 }] },
  },
  {
    files: ["e2e/**"],
    ignores: ["e2e/fixtures.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@playwright/test",
              importNames: ["test"],
              message:
                "Import test from e2e/fixtures.ts or a file that extends it: its pages wait until their script listens.",
            },
          ],
        },
      ],
    },
  },
  {
    // Where Next or a tool asks for a default export.
    files: [
      "*.config.*",
      "e2e/serve.ts",
      "scripts/test/*-reporter.mjs",
      "examples/nextjs/app/{page,layout}.tsx",
      "docs/snippets/test-sign-in/*.mjs",
      "app/**/{page,layout,template,default,loading,error,global-error,not-found,icon,sitemap,robots,manifest}.{ts,tsx}",
    ],
    rules: { "import/no-default-export": "off" },
  },
  {
    files: forTests,
    rules: {
      // JSON bodies and asymmetric matchers are `any`; a wrong guess about them fails the test
      // itself.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
