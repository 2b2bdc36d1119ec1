// `npm start`: builds if needed and runs the production server in this process.
import "./package/require-node.mjs";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
// Types concern developers: `npm run build` and the tests check them.
ensureBuilt({ checksTypes: false });
// Next and React select their production builds by NODE_ENV. Keystead does not read it.
process.env.NODE_ENV = "production";
await import("../dist/server.mjs");
