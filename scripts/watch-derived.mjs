// `npm run dev` rebuilds what is derived (emails, guides, browser library, hosted assets, icons,
// the Prisma client and the route table) when one of its inputs changes.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const inputs = [
  "app/(rest)",
  "app/auth/browser",
  "docs",
  "emails",
  "examples",
  "lib/client",
  "lib/domain/base",
  "lib/domain/passkey",
  "lib/hosted",
  "prisma/schema.prisma",
];
/** Editors write a file in several steps; one rebuild follows all of them. */
const quietMs = 200;

const isOutput = (name) => name !== null && /(^|[/\\])dist[/\\]|\.generated\./.test(name);

const run = (script) =>
  new Promise((resolve) => {
    spawn(process.execPath, [join(root, script)], { cwd: root, stdio: "inherit" }).once(
      "exit",
      resolve,
    );
  });

/** Each step skips what is current, so running all of them is cheap. */
async function deriveAll() {
  await run("scripts/derive.mjs");
  await run("scripts/generate-routes.mjs");
}

/**
 * Runs `rebuild` after changes below `paths`, never twice at the same time. A change during a
 * rebuild starts one more.
 * @returns stops watching
 */
export function watchDerived(paths = inputs.map((path) => join(root, path)), rebuild = deriveAll) {
  let timer;
  let running;
  let isStale = false;

  async function rebuildUntilCurrent() {
    while (isStale) {
      isStale = false;
      await rebuild();
    }
    running = undefined;
  }

  const onChange = (_event, name) => {
    if (isOutput(name)) return;
    isStale = true;
    clearTimeout(timer);
    timer = setTimeout(() => (running ??= rebuildUntilCurrent()), quietMs);
  };

  const watchers = paths.map((path) => watch(path, { recursive: true }, onChange));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
