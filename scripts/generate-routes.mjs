// Writes the table of the API's route files, since a bundle cannot scan folders; with --check it
// only tells whether the table on disk is current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const table = join(root, "lib/http/routes.generated.ts");

function findRoutes(folder, path) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return findRoutes(join(folder, entry.name), `${path}/${entry.name}`);
    return entry.name === "route.ts" ? [path] : [];
  });
}

const paths = findRoutes(join(root, "app/(rest)"), "").sort();
const text = `// Written by scripts/generate-routes.mjs from the folders below app/(rest).
import type { RouteModule } from "./route-module";
${paths.map((path, index) => `import * as route${index} from "@/app/(rest)${path}/route";`).join("\n")}

export const routes: readonly { path: string; module: RouteModule }[] = [
${paths.map((path, index) => `  { path: ${JSON.stringify(path)}, module: route${index} },`).join("\n")}
];
`;

const isCurrent = existsSync(table) && readFileSync(table, "utf8") === text;
if (!isCurrent && process.argv.includes("--check")) {
  console.error("lib/http/routes.generated.ts is not current; run: npm run generate");
  process.exit(1);
}
// Rewriting an equal file would make the build look old.
if (!isCurrent) writeFileSync(table, text);
