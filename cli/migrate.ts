import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { applyMigrations } from "@/lib/platform/migrations";
import { examples } from "./command";
import { print } from "./print";
import { type DatabaseConfig, withDatabase } from "./with-database";

interface Options {
  json?: true;
}

async function migrate(options: Options): Promise<void> {
  const apply = async ({ databaseUrl, installationFolder }: DatabaseConfig) => {
    const folder = join(installationFolder, "prisma/migrations");
    const { applied } = await applyMigrations({ databaseUrl, folder });
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
    const present = names.filter((name) => !applied.includes(name));
    const lines = [
      ...present.map((name) => `present   ${name}`),
      ...applied.map((name) => `applied   ${name}`),
    ];
    print({ json: { applied, present }, text: lines.join("\n") }, options);
  };
  await withDatabase(apply, { creates: true });
}

/** `keystead migrate` */
export function declareMigrate(parent: Command): void {
  parent
    .command("migrate")
    .description("apply missing database migrations; every server start does the same")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("migrate"))
    .action(migrate);
}
