import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const hashed = /["']((?:@[\w.-]+\/)?[\w.-]+-[0-9a-f]{16})(\/[\w./-]+)?["']/g;

/** Names of the links in `.next/node_modules`, with the packages behind them. */
function readLinks(folder, scope = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return readLinks(path, `${entry.name}/`);
    const [, target] = readlinkSync(path).split("node_modules/");
    return [[`${scope}${entry.name}`, target]];
  });
}

/**
 * Writes small packages for the names under which Next's build loads its external packages. Next
 * uses symbolic links, which npm packages can't contain.
 * @param root folder with the build
 * @param files the packed files, relative to `root`
 * @param modules the package's node_modules
 * @returns the names
 */
export function writeAliases({ root, files, modules }) {
  const links = new Map(readLinks(join(root, ".next/node_modules")));
  const loaded = files
    .filter((file) => file.startsWith(".next/server/") && file.endsWith(".js"))
    .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(hashed)])
    .filter(([, name]) => links.has(name));
  for (const [, name, path = ""] of loaded) {
    const file = join(modules, name, path === "" ? "index.js" : `${path}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `module.exports = require("${links.get(name)}${path}");\n`);
  }
  const names = [...new Set(loaded.map(([, name]) => name))].sort();
  for (const name of names)
    writeFileSync(join(modules, name, "package.json"), `{"name":"${name}","version":"0.0.0"}\n`);
  return names;
}
