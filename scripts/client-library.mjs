// Builds the browser library twice: as a package in lib/client/dist, and as the files that the
// service serves. With --release, also keeps the file in lib/client/released, and its SHA-256 in
// lib/client/versions.json: pages that pin a version get the same bytes from every later release.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "lib/client");
const releasedFolder = join(folder, "released");
const served = join(root, "lib/http/endpoint/client-files.generated.json");

const readFolder = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));

function isCurrent() {
  if (!existsSync(served) || !existsSync(join(folder, "dist/v2.d.ts"))) return false;
  const builtMs = statSync(served).mtimeMs;
  const sources = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    ...readdirSync(releasedFolder).map((name) => join(releasedFolder, name)),
    fileURLToPath(import.meta.url),
  ];
  return sources.every(
    (source) => statSync(source).isDirectory() || statSync(source).mtimeMs < builtMs,
  );
}

async function bundle(options) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, "v2.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}

async function bundleTypes() {
  const types = await rollup({
    input: join(folder, "v2.ts"),
    plugins: [dts({ compilerOptions: { incremental: false } })],
    external: [/^@simplewebauthn\//],
  });
  const { output } = await types.generate({ format: "es" });
  await types.close();
  return output[0].code;
}

/** Returns the file of each released version. Of those before 2.4.0 only the SHA-256 was kept. */
export const readReleased = () =>
  Object.fromEntries(
    readdirSync(releasedFolder).map((name) => [
      name.replace(/^v|\.js$/g, ""),
      readFileSync(join(releasedFolder, name), "utf8"),
    ]),
  );

/** Keeps the file of this version. Run it before a release, never after: browsers cache the file. */
function keepRelease() {
  const { version, script } = JSON.parse(readFileSync(served, "utf8"));
  const sha256 = createHash("sha256").update(script).digest("hex");
  writeFileSync(join(releasedFolder, `v${version}.js`), script);
  const versions = { ...readFolder("versions.json"), [version]: sha256 };
  writeFileSync(join(folder, "versions.json"), `${JSON.stringify(versions, null, 2)}\n`);
}

/** Builds the library. Skips if the build is current. */
export async function buildClientLibrary() {
  if (isCurrent()) return;
  const { version } = readFolder("package.json");
  const versions = Object.keys(readFolder("versions.json"));
  const [packaged, script, types] = await Promise.all([
    bundle({ packages: "external" }),
    bundle({ minify: true }),
    bundleTypes(),
  ]);
  mkdirSync(join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "dist/v2.js"), packaged);
  writeFileSync(join(folder, "dist/v2.d.ts"), types);
  writeFileSync(
    served,
    `${JSON.stringify({ version, versions, released: readReleased(), script, types })}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClientLibrary();
  if (process.argv.includes("--release")) {
    keepRelease();
    await buildClientLibrary();
  }
}
