// Builds the browser library twice: as a package in lib/client/dist, and as the files that the
// service serves.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "lib/client");
const served = join(root, "lib/http/endpoint/client-files.generated.json");

function isCurrent() {
  if (!existsSync(served) || !existsSync(join(folder, "dist/v2.d.ts"))) return false;
  const builtMs = statSync(served).mtimeMs;
  const sources = [
    ...readdirSync(folder).map((name) => join(folder, name)),
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

/** Builds the library. Skips if the build is current. */
export async function buildClientLibrary() {
  if (isCurrent()) return;
  const readFolder = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
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
  writeFileSync(served, `${JSON.stringify({ version, versions, script, types })}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClientLibrary();
