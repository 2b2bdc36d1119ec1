import { readFile } from "node:fs/promises";
import { badRequest } from "@/lib/errors";

const minCharacters = 16;
const maxBytes = 4096;

export const passphraseOption = [
  "--passphrase-file <file>",
  "file with the passphrase that encrypts the backup",
] as const;

/**
 * Reads the passphrase of a backup, without the file's last line end. @throws BadRequest
 */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--passphrase-file", `the file ${file} can't be read (${error.code}).`);
  });
  const passphrase = content.toString("utf8").replace(/\r?\n$/, "");
  if (passphrase.length < minCharacters || content.length > maxBytes)
    throw badRequest(
      "--passphrase-file",
      `the file must contain ${minCharacters} to ${maxBytes} characters. To create one, run: ` +
        "openssl rand -base64 32",
    );
  return passphrase;
}
