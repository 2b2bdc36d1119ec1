// Import this file first. It ends the process under a Node that is too old, before anything else is
// evaluated. Its own syntax is old, so that such a Node can read it.
import { readFileSync } from "fs";

/** Returns the Node version that a package.json requires, such as `20.19`. */
function requiredVersion() {
  for (const folder of ["./", "../../"])
    try {
      const manifest = readFileSync(new URL(folder + "package.json", import.meta.url), "utf8");
      return JSON.parse(manifest).engines.node.replace(/[^\d.]/g, "");
    } catch (error) {
      // In the package, this file is beside package.json; in the repository, two folders below.
      if (error.code !== "ENOENT") throw error;
    }
}

const required = requiredVersion();
const [major, minor] = required.split(".").map(Number);
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(
    `keystead: Keystead needs Node ${required} or later, and this is Node ${process.versions.node}.\n`,
  );
  process.exit(4);
}
