// `npm start`: builds if needed and runs the production server in this process.
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";

const parentCheckMs = 200;

/**
 * Sends SIGTERM to this process when its parent shell exits. npm sends SIGTERM only to the shell,
 * which does not forward it.
 */
function stopWithNpm() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, parentCheckMs);
  timer.unref();
}

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (process.env.npm_lifecycle_event === "start") stopWithNpm();
// Types concern developers: `npm run build` and the tests check them.
ensureBuilt({ checksTypes: false });
// Next and React select their production builds by NODE_ENV. Keystead does not read it.
process.env.NODE_ENV = "production";
await import("../dist/server.mjs");
