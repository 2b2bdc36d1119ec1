// Renders the emails in every language with placeholders, so that the service needs no React.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { nodeBundle } from "./node-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "emails");
const locales = join(folder, "locales");
const written = join(root, "lib/domain/email/templates.generated.json");

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

/** Runs the bundled emails/draw.tsx from inside the repository, where Node finds its packages. */
async function draw() {
  mkdirSync(join(root, "dist"), { recursive: true });
  const outdir = mkdtempSync(join(root, "dist/emails-"));
  try {
    await build({
      ...nodeBundle,
      outdir,
      entryPoints: { draw: join(folder, "draw.tsx") },
      sourcemap: false,
    });
    const { drawTemplates } = await import(pathToFileURL(join(outdir, "draw.mjs")).href);
    return await drawTemplates(relative(process.cwd(), locales));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/**
 * Writes `{[locale]: {language, greeting, minutes, kinds: {[kind]: {subject, html, text}}}}`.
 * Skips if the file is current.
 */
export async function writeEmailTemplates() {
  if (isCurrent()) return;
  const templates = await draw();
  mkdirSync(dirname(written), { recursive: true });
  writeFileSync(written, `${JSON.stringify(templates, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeEmailTemplates();
