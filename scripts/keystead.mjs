// `npm run -s keystead -- <command>`: bundles the command line when it is missing or older than its sources, and runs it.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundle = join(root, "dist/keystead.mjs");
const sources = ["cli", "lib", "prisma"];
const notBundled = /(\.test\.tsx?$)|^testing$/;

/** Milliseconds of the newest change at or below a path. */
function newestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).filter((name) => !notBundled.test(name)).map((name) => newestChange(join(path, name))));
}

async function bundleCommandLine() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { keystead: "cli/keystead.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
    write: false,
  });
  mkdirSync(join(root, "dist"), { recursive: true });
  // Commands that start at once each put a whole file in place; the program comes last.
  for (const { path, contents } of outputFiles.sort((one, other) => Number(one.path === bundle) - Number(other.path === bundle))) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

// An installation without sources runs what it has.
async function ensureBundled() {
  if (!existsSync(join(root, "cli/keystead.ts"))) return;
  const { generatePrismaClient } = await import("./prisma-generate.mjs");
  generatePrismaClient();
  const bundledMs = existsSync(bundle) ? statSync(bundle).mtimeMs : 0;
  if (bundledMs < Math.max(...sources.map((source) => newestChange(join(root, source))))) await bundleCommandLine();
}

// Configuration, data folder and migrations are found from here, as by the server.
process.chdir(root);
await ensureBundled();
await import("../dist/keystead.mjs");
