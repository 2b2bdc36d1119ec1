import type { BackupHeader } from "@/lib/platform/backup/backup-format";
import { type Output, showTime } from "./print";

interface DescribedBackup extends Pick<BackupHeader, "id" | "createdAt" | "version" | "secrets"> {
  /** Rows by table. */
  rows: Record<string, number>;
  isEncrypted: boolean;
  /** Size of the file. */
  bytes: number;
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Says which secret a restore needs. */
export const describeSecrets = ([current = "", previous]: readonly string[]): string =>
  previous === undefined
    ? `A restore needs the secret with the fingerprint ${current}. The backup doesn't contain it.`
    : `A restore needs the secrets with the fingerprints ${current} (KEYSTEAD_SECRET) and ` +
      `${previous} (KEYSTEAD_SECRET_PREVIOUS). The backup doesn't contain them.`;

/** Describes a backup that was written or verified. */
export function describeBackup(backup: DescribedBackup): Output {
  const { id, createdAt, version, secrets, rows, isEncrypted, bytes } = backup;
  const json = { id, createdAt, version, secrets, rows, isEncrypted, bytes };
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const lines = [
    `Backup ${id} of ${showTime(createdAt)} is complete, ${isEncrypted ? "and encrypted" : "and not encrypted"}.`,
    `It has ${counted(rows["User"] ?? 0, "user")} and ${counted(rows["Passkey"] ?? 0, "passkey")}, ` +
      `and ${counted(all, "row")} in all, in ${counted(bytes, "byte")}.`,
    describeSecrets(secrets),
  ];
  return { json, text: lines.join("\n") };
}
