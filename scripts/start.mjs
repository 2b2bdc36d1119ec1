// `npm start`: builds when needed and runs the production server in this process.
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";

const parentCheckMs = 200;

/**
 * npm hands SIGTERM to the shell between us, which dies of it without a word; being orphaned is how
 * we hear of it.
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
ensureBuilt();
// Next and React choose their builds by it; nothing of ours does.
process.env.NODE_ENV = "production";
await import("../dist/server.mjs");
