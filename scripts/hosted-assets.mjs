// Builds the script, style sheet and fonts of the hosted pages into one JSON file, from which the
// service serves them.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";

// The copy of PostCSS that the plugin depends on.
const postcss = createRequire(createRequire(import.meta.url).resolve("@tailwindcss/postcss"))(
  "postcss",
);

const root = fileURLToPath(new URL("..", import.meta.url));
const browser = join(root, "app/auth/browser");
const sheet = join(root, "lib/hosted/page.css");
const written = join(root, "lib/hosted/assets.generated.json");

const types = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

const filesOf = (...folders) =>
  folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file !== written && statSync(file).isFile());
const sources = () => [
  ...filesOf(
    browser,
    join(browser, "account"),
    join(root, "lib/hosted"),
    join(root, "lib/hosted/account"),
    join(root, "lib/client"),
  ),
  join(root, "app/globals.css"),
  fileURLToPath(import.meta.url),
];
const isCurrent = () =>
  existsSync(written) &&
  sources().every((source) => statSync(source).mtimeMs < statSync(written).mtimeMs);

/** Generates the style sheet: Tailwind classes of the hosted pages with the application's tokens. */
async function compileSheet() {
  const { css } = await postcss([tailwind({ base: root, optimize: false })]).process(
    readFileSync(sheet, "utf8"),
    { from: sheet },
  );
  return css;
}

/** Writes `{script, account, style, files: {[name]: {type, body}}}`. Skips if the file is current. */
export async function writeHostedAssets() {
  if (isCurrent()) return;
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    legalComments: "none",
    write: false,
    outdir: "/",
    entryNames: "[name]-[hash]",
    target: "es2022",
    logLevel: "warning",
  };
  const [script, account, style] = await Promise.all([
    build({ ...shared, entryPoints: { page: join(browser, "main.ts") }, format: "esm" }),
    build({
      ...shared,
      entryPoints: { account: join(browser, "account/main.ts") },
      format: "esm",
    }),
    build({
      ...shared,
      target: ["chrome111", "firefox114", "safari16.4"],
      stdin: {
        contents: await compileSheet(),
        loader: "css",
        resolveDir: join(root, "lib/hosted"),
        sourcefile: "page.css",
      },
      entryNames: "page-[hash]",
      assetNames: "[name]-[hash]",
      publicPath: "/auth/assets",
      loader: { ".woff2": "file" },
    }),
  ]);
  const outputs = [script, account, style].flatMap(({ outputFiles }) => outputFiles);
  const nameOf = ({ outputFiles }, ending) =>
    basename(outputFiles.find(({ path }) => path.endsWith(ending)).path);
  const files = Object.fromEntries(
    outputs.map(({ path, contents }) => [
      basename(path),
      { type: types[extname(path)], body: Buffer.from(contents).toString("base64") },
    ]),
  );
  writeFileSync(
    written,
    `${JSON.stringify({
      script: nameOf(script, ".js"),
      account: nameOf(account, ".js"),
      style: nameOf(style, ".css"),
      files,
    })}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeHostedAssets();
