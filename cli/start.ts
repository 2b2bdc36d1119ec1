import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { StartupError } from "@/lib/errors";
import { examples } from "./command";

/** Loads the built server, which runs until a signal ends it. */
async function start(): Promise<void> {
  const server = new URL("server.mjs", import.meta.url);
  if (!existsSync(fileURLToPath(server)))
    throw new StartupError("Keystead is not built. Run: npm run build");
  await import(server.href);
}

/** `keystead start` */
export function declareStart(parent: Command): void {
  parent
    .command("start")
    .description("run the service until a signal ends it")
    .addHelpText("after", examples("start"))
    .action(start);
}
