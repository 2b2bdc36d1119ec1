import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { backupTables } from "@/lib/domain/admin/backup/backup-tables";
import { readBackup } from "@/lib/platform/backup/read-backup";
import { describeBackup } from "./describe-backup";
import { examples } from "./examples";
import { passphraseOption, readPassphrases } from "./passphrase-file";
import { print } from "./print";

interface Options {
  passphraseFile?: string;
  json?: true;
}

async function verify(file: string, _own: Options, command: Command): Promise<void> {
  // `backup` has options of the same names, and takes them first.
  const { passphraseFile, ...options } = command.optsWithGlobals<Options>();
  const passphrases = await readPassphrases(passphraseFile);
  const source = { file, passphrases, tables: backupTables };
  const { header, rows, isEncrypted } = await readBackup(source);
  const { size } = await stat(file);
  print(describeBackup({ ...header, rows, isEncrypted, bytes: size }), options);
}

/** `keystead backup verify` */
export function declareBackupVerify(parent: Command): void {
  parent
    .command("verify")
    .description("read a whole backup, and check that it is complete; needs no database")
    .argument("<file>", "the backup")
    .option(...passphraseOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "backup verify /backups/2026-12-01.keystead --passphrase-file /etc/keystead/passphrase",
      ),
    )
    .action(verify);
}
