import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { nodeBundle } from "./node-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Imports a TypeScript module, bundled with ours that it imports. The bundle is inside the repository,
 * where Node finds the packages.
 * @param file its path from the root
 */
export async function importSource(file) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const outdir = mkdtempSync(join(root, "dist/source-"));
  try {
    await build({
      ...nodeBundle,
      outdir,
      entryPoints: { source: join(root, file) },
      sourcemap: false,
    });
    return await import(pathToFileURL(join(outdir, "source.mjs")).href);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
