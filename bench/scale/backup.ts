// Backup, verification and restore of a large database; see bench/README.md.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchPostgres } from "@/bench/bench-postgres";
import { markdownTable } from "@/bench/markdown-table";
import { type FinishedCommand, runCommand } from "@/bench/targets/command";
import type { Filled } from "./filled-installation";

/** In MB, of any command. The scrypt of the passphrase alone needs 128 MB for a moment. */
const maxPeakMb = 512;

interface Backup {
  bytes: number;
  rows: Record<string, number>;
}

/** Measures an encrypted backup, and a restore into another database. @returns missed bars */
export async function measureBackup(
  { folder, createDatabase }: BenchPostgres,
  { installation: { databaseUrl, origin, secret } }: Filled,
): Promise<string[]> {
  const env = { DATABASE_URL: databaseUrl, BASE_URL: origin, KEYSTEAD_SECRET: secret };
  const file = join(folder, "backup.keystead");
  const passphraseFile = join(folder, "passphrase");
  await writeFile(passphraseFile, "a passphrase of the benchmark");
  const encrypted = ["--passphrase-file", passphraseFile];
  const backup = await runCommand<Backup>(["backup", file, ...encrypted], env);
  const verification = await runCommand<Backup>(["backup", "verify", file, ...encrypted], env);
  const into = await createDatabase("restored");
  const restore = await runCommand<Backup>(["restore", file, "--into", into, ...encrypted], env);
  const rows = Object.values(backup.result.rows).reduce((sum, count) => sum + count, 0);
  const users = backup.result.rows["User"] ?? 0;
  const all: [string, FinishedCommand<Backup>][] = [
    [
      `backup of ${users} users, ${rows} rows, to ${(backup.result.bytes / 1e6).toFixed(0)} MB`,
      backup,
    ],
    ["verification", verification],
    ["restore", restore],
  ];
  const table = markdownTable(
    ["command", "seconds", "peak MB"],
    all.map(([name, { seconds, peakMb }]) => [name, seconds.toFixed(0), peakMb.toFixed(0)]),
  );
  process.stdout.write(`${table}\n`);
  return all.flatMap(([name, { peakMb }]) =>
    peakMb > maxPeakMb ? [`${name}: ${peakMb.toFixed(0)} MB`] : [],
  );
}
