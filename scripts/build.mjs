// `npm run build`: writes the generated files, builds the pages with Next and bundles the server.
// `--no-type-check` skips the type check, which takes half of the time.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { derive } from "./derive.mjs";
import { programBundle } from "./node-bundle.mjs";
import { listBuilt } from "./package/trace-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

function run(...args) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (status !== 0) process.exit(status ?? 1);
}

await derive();
run("scripts/generate-routes.mjs");
run("--import", "tsx", "scripts/generate-openapi.ts");
if (process.argv.includes("--no-type-check")) process.env.KEYSTEAD_NO_TYPE_CHECK = "1";
run(require.resolve("next/dist/bin/next"), "build");
await build({
  ...programBundle,
  entryPoints: {
    server: "server/main.ts",
    keystead: "cli/keystead.ts",
    "open-telemetry": "lib/platform/tracing/open-telemetry.ts",
  },
});
mkdirSync(join(root, "dist"), { recursive: true });
// The package has only these, and nothing that running servers add to the folder.
const files = listBuilt(root);
writeFileSync(
  join(root, "dist/build.json"),
  `${JSON.stringify({ node: process.version, files })}\n`,
);
