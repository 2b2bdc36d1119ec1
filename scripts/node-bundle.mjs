import { fileURLToPath } from "node:url";

/** esbuild options for Node programs: bundles our code and loads packages from node_modules. */
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
