import { join } from "node:path";
import type { Command } from "commander";
import { backupTables, secretFingerprints } from "@/lib/domain/admin/backup/backup-tables";
import { openSnapshot } from "@/lib/platform/backup/open-snapshot";
import { writeBackup } from "@/lib/platform/backup/write-backup";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { readSecret } from "@/lib/platform/prepare-start";
import { createSecrets } from "@/lib/platform/secret";
import { version } from "@/package.json";
import { describeBackup } from "./describe-backup";
import { examples } from "./examples";
import { passphraseOption, readPassphrase } from "./passphrase-file";
import { print } from "./print";
import { type DatabaseConfig, withDatabase } from "./with-database";

interface Options {
  passphraseFile?: string;
  json?: true;
}

function factsOf(config: DatabaseConfig) {
  const now = systemClock.now();
  const secrets = createSecrets(readSecret(config), config.previousSecret);
  return { id: createId(now), createdAt: now, version, secrets: secretFingerprints({ secrets }) };
}

async function backUp(file: string, { passphraseFile, ...options }: Options): Promise<void> {
  const passphrase = await readPassphrase(passphraseFile);
  // Doesn't migrate the database, unlike other commands: a backup changes nothing.
  await withDatabase(async (config) => {
    const { databaseUrl, installationFolder } = config;
    const folder = join(installationFolder, "prisma/migrations");
    // Before the snapshot: whatever was erased or revoked earlier is in it.
    const facts = factsOf(config);
    const snapshot = await openSnapshot({ databaseUrl, folder, tables: backupTables });
    try {
      const { rows, bytes } = await writeBackup(snapshot, facts, { file, passphrase });
      const isEncrypted = passphrase !== undefined;
      print(describeBackup({ ...facts, rows, isEncrypted, bytes }), options);
    } finally {
      await snapshot.close();
    }
  });
}

/** `keystead backup` */
export const declareBackup = (parent: Command): Command =>
  parent
    .command("backup")
    .description(
      "write a snapshot of the database to a file, while the service runs; never contains the secret",
    )
    .argument("<file>", "the file to create")
    .option(...passphraseOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("backup /backups/2026-12-01.keystead --passphrase-file /etc/keystead/passphrase"),
    )
    .action(backUp);
