// `npm start`: builds when needed and runs the production server in this process.
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
ensureBuilt();
// Next and React choose their builds by it; nothing of ours does.
process.env.NODE_ENV = "production";
await import("../dist/server.mjs");
