// Writes the OpenAPI document that /openapi.json serves. With --check, only checks that the file is
// current.
import { readFileSync, writeFileSync } from "node:fs";
import { createOpenApiDocument } from "@/scripts/openapi/create-openapi-document";
import { routes } from "@/server/routes.generated";

const file = new URL("../lib/http/endpoint/openapi.generated.json", import.meta.url);
const text = `${JSON.stringify(createOpenApiDocument(routes), null, 2)}\n`;
const isCurrent = readFileSync(file, "utf8") === text;
if (!isCurrent && process.argv.includes("--check")) {
  console.error("lib/http/endpoint/openapi.generated.json is not current; run: npm run generate");
  process.exit(1);
}
// Rewriting an unchanged file would trigger a rebuild.
if (!isCurrent) writeFileSync(file, text);
