// Renders the emails in every language with placeholders, so that the service needs no React.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { importSource } from "./import-source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "emails");
const locales = join(folder, "locales");
const written = join(root, "lib/domain/base/email-templates.generated.json");

// Includes the folder itself: deleting a file changes only its folder.
const sources = () => [
  folder,
  ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  join(root, "package-lock.json"),
  fileURLToPath(import.meta.url),
];

const isCurrent = () =>
  existsSync(written) &&
  sources().every((source) => statSync(source).mtimeMs < statSync(written).mtimeMs);

/**
 * Writes `{[locale]: {language, greeting, minutes, kinds: {[kind]: {subject, html, text}}}}`.
 * Skips if the file is current.
 */
export async function writeEmailTemplates() {
  if (isCurrent()) return;
  const { drawTemplates } = await importSource("emails/draw.tsx");
  const templates = await drawTemplates(relative(process.cwd(), locales));
  mkdirSync(dirname(written), { recursive: true });
  writeFileSync(written, `${JSON.stringify(templates, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeEmailTemplates();
