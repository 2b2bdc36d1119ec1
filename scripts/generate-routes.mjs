// Writes the table of the API's route files, because a bundle cannot scan folders. With --check,
// only checks that the table is current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const table = join(root, "server/routes.generated.ts");

function findRoutes(folder, path) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return findRoutes(join(folder, entry.name), `${path}/${entry.name}`);
    return entry.name === "route.ts" ? [path] : [];
  });
}

const paths = findRoutes(join(root, "app/(rest)"), "").sort();
/** Converts the route's path to an identifier, so that a new route adds two lines to the table. */
const nameOf = (path) =>
  path
    .replace(/[^A-Za-z0-9]+(.)?/g, (_match, next = "") => next.toUpperCase())
    .replace(/^./, (first) => first.toLowerCase());
const names = new Set(paths.map(nameOf));
if (names.size !== paths.length) throw new Error("two route paths have the same identifier");

const text = `// Written by scripts/generate-routes.mjs from the folders below app/(rest).
import type { RouteTable } from "@/lib/http/endpoint/route-module";
${paths.map((path) => `import * as ${nameOf(path)} from "@/app/(rest)${path}/route";`).join("\n")}

export const routes: RouteTable = [
${paths.map((path) => `  { path: ${JSON.stringify(path)}, module: ${nameOf(path)} },`).join("\n")}
];
`;

const isCurrent = existsSync(table) && readFileSync(table, "utf8") === text;
if (!isCurrent && process.argv.includes("--check")) {
  console.error("server/routes.generated.ts is not current; run: npm run generate");
  process.exit(1);
}
// Rewriting an unchanged file would trigger a rebuild.
if (!isCurrent) writeFileSync(table, text);
