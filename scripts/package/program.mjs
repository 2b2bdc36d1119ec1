#!/usr/bin/env node
// The program of the npm package: `keystead <command>`. Without a command it runs the service.
import "./require-node.mjs";
import { readFileSync } from "node:fs";

if (process.argv.length === 2) process.argv.push("start");
// Next and React select their production builds by NODE_ENV. Keystead does not read it.
process.env.NODE_ENV = "production";
// As in Next's own standalone build: its configuration at build time, because the package has no
// next.config.mjs and no compiler to read one.
const built = new URL(".next/required-server-files.json", import.meta.url);
const { config } = JSON.parse(readFileSync(built, "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await import("./dist/keystead.mjs");
