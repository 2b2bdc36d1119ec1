import { readFile } from "node:fs/promises";
import { badRequest } from "@/lib/errors";

const minCharacters = 16;
const maxBytes = 4096;

const howToCreate = "To create one, run: openssl rand -base64 32";

export const passphraseOption = [
  "--passphrase-file <file>",
  "file with the passphrase that encrypts the backup: UTF-8 text, without the last line break",
] as const;

async function readBytes(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--passphrase-file", `the file ${file} can't be read (${error.code}).`);
  });
  if (bytes.length > maxBytes)
    throw badRequest(
      "--passphrase-file",
      `the file has more than ${maxBytes} bytes. ${howToCreate}`,
    );
  return bytes;
}

const withoutLineBreak = (text: string) => text.replace(/\r?\n$/, "");

/** Decodes UTF-8 without its mark. Undefined for other bytes: several of them would become one text. */
function decode(bytes: Buffer): string | undefined {
  try {
    return withoutLineBreak(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function requireLength(passphrase: string): void {
  if (passphrase.length < minCharacters)
    throw badRequest(
      "--passphrase-file",
      `the file must contain ${minCharacters} to ${maxBytes} characters. ${howToCreate}`,
    );
}

/** Reads the passphrase that encrypts a backup. @throws BadRequest */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const passphrase = decode(await readBytes(file));
  if (passphrase === undefined)
    throw badRequest("--passphrase-file", `the file ${file} isn't UTF-8 text. ${howToCreate}`);
  requireLength(passphrase);
  return passphrase;
}

/**
 * Reads the passphrases that may open a backup: the text of the file, and what versions up to 0.2 read.
 * They kept a byte order mark, and took each byte that isn't UTF-8 for the same character. @throws BadRequest
 */
export async function readPassphrases(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readBytes(file);
  const older = withoutLineBreak(bytes.toString("utf8"));
  requireLength(older);
  return [...new Set([decode(bytes) ?? older, older])];
}
