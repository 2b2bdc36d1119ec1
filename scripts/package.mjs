// `npm run package`: builds Keystead and writes keystead-<version>.tgz, an npm package of only what
// runs. It needs no build, no install script and no package but the database's binaries.
// `npm run package -- <folder>` writes it there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";
import { findManifestFaults, findPlaceholders } from "./package/publication.mjs";
import { writePackage } from "./package/write-package.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Ends the process if the manifest can't be packed, and names its placeholders. */
function checkManifest() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const faults = findManifestFaults(manifest, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  for (const fault of faults) process.stderr.write(`package.json: ${fault}.\n`);
  if (faults.length > 0) process.exit(1);
  const placeholders = findPlaceholders(manifest);
  if (placeholders.length > 0)
    process.stderr.write(
      `package.json: ${placeholders.join(" and ")} are placeholders, and the package leaves them out. Set them before you publish it.\n`,
    );
}

checkManifest();
ensureBuilt();
const destination = resolve(process.argv[2] ?? root);
const folder = mkdtempSync(join(tmpdir(), "keystead-package-"));
try {
  await writePackage(root, folder);
  const pack = ["pack", "--pack-destination", destination, "--loglevel", "error"];
  const { status } = spawnSync("npm", pack, { cwd: folder, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
