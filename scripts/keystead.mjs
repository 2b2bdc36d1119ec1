// `npm run -s keystead -- <command>`: runs the CLI. Bundles it first if the bundle is missing or
// older than its sources.
import "./package/require-node.mjs";
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newestChange } from "./ensure-built.mjs";
import { programBundle } from "./node-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundle = join(root, "dist/keystead.mjs");
const sources = ["cli", "lib", "prisma"];

async function bundleCommandLine() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...programBundle,
    entryPoints: { keystead: "cli/keystead.ts" },
    write: false,
  });
  mkdirSync(join(root, "dist"), { recursive: true });
  // Rename complete files into place, so that concurrent commands never read a partial one. The
  // program comes last, after its source map.
  for (const { path, contents } of outputFiles.sort(
    (one, other) => Number(one.path === bundle) - Number(other.path === bundle),
  )) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

// An installation without sources runs the existing bundle.
async function ensureBundled() {
  if (!existsSync(join(root, "cli/keystead.ts"))) return;
  const { generatePrismaClient } = await import("./prisma-generate.mjs");
  generatePrismaClient();
  const bundledMs = existsSync(bundle) ? statSync(bundle).mtimeMs : 0;
  if (bundledMs < Math.max(...sources.map((source) => newestChange(join(root, source)))))
    await bundleCommandLine();
}

// The CLI and the server find configuration, data folder and migrations relative to this folder.
process.chdir(root);
await ensureBundled();
// For \`start\`: Next and React select their production builds by NODE_ENV. Keystead does not read it.
process.env.NODE_ENV = "production";
await import("../dist/keystead.mjs");
