import { fileURLToPath } from "node:url";

/** How esbuild bundles what Node runs: ours in one file, packages from node_modules. */
export const nodeBundle = {
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
};
