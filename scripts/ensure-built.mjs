import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = [
  "app",
  "cli",
  "lib",
  "components",
  "docs",
  "emails",
  "examples",
  "prisma",
  "proxy.ts",
  "public",
  "server",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const notBuilt = /(\.test\.tsx?$)|^generated$|^testing$|^dist$|\.generated\.json$/;

/** Returns the newest change at or below a path in epoch milliseconds, or 0 if it does not exist. */
export function newestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(
    stat.mtimeMs,
    ...readdirSync(path)
      .filter((name) => !notBuilt.test(name))
      .map((name) => newestChange(join(path, name))),
  );
}

/**
 * Builds if there is no build or a source is newer. An installation without sources runs the
 * existing build. Ends the process if the build fails.
 * @param {{ checksTypes?: boolean }} [options]
 */
export function ensureBuilt({ checksTypes = true } = {}) {
  const stamp = join(root, "dist/build.json");
  const builtMs = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (
    builtMs > 0 &&
    builtMs >= Math.max(...sources.map((source) => newestChange(join(root, source))))
  )
    return;
  const { status } = spawnSync(
    process.execPath,
    [join(root, "scripts/build.mjs"), ...(checksTypes ? [] : ["--no-type-check"])],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
