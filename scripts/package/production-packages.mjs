import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const read = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Finds a dependency as Node does: in the nearest node_modules above a folder. */
function findDependency(folder, name) {
  const found = join(folder, "node_modules", name);
  if (existsSync(join(found, "package.json"))) return found;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`${name} is not installed. Run: npm ci`);
  return findDependency(parent, name);
}

/**
 * Returns the package.json of every package in the dependency tree of `root` and of `further`
 * folders below it, sorted by name. Optional dependencies are left out: `further` has the packed ones.
 */
export function productionPackages(root, further) {
  const manifests = further.map((folder) => read(join(root, folder)));
  const packages = new Map(
    manifests.map((manifest) => [`${manifest.name}@${manifest.version}`, manifest]),
  );
  const visit = (folder) => {
    for (const name of Object.keys(read(folder).dependencies ?? {})) {
      const found = findDependency(folder, name);
      const manifest = read(found);
      const id = `${manifest.name}@${manifest.version}`;
      if (packages.has(id)) continue;
      packages.set(id, manifest);
      visit(found);
    }
  };
  visit(root);
  return [...packages.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
