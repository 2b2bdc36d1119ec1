import { ReadableStream as NodeStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { badRequest } from "@/lib/errors";
import { BackupDamaged } from "./backup-format";

/**
 * The binary logarithm of scrypt's cost: 128 MB of memory, OWASP's recommendation for passwords. age
 * uses 18 by default, which needs 256 MB.
 */
const workFactor = 17;

/** How every age file begins. */
export const ageMagic = Buffer.from("age-encryption.org/v1\n");

type Chunks = AsyncIterable<Uint8Array>;

// One class, which the types of Node and those of browsers describe differently.
const toWeb = (chunks: Chunks) => NodeStream.from(chunks) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => stream as unknown as Chunks;

/**
 * Encrypts a stream as an age file: ChaCha20-Poly1305 in chunks of 64 KiB, whose order and end are
 * authenticated.
 */
export async function* encrypt(plaintext: Chunks, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  yield* fromWeb(await encrypter.encrypt(toWeb(plaintext)));
}

/**
 * Decrypts an age file. Yields only authenticated chunks; a missing end fails after the last of them.
 * @throws BadRequest for another passphrase · BackupDamaged
 */
export async function* decrypt(
  ciphertext: Chunks,
  passphrases: readonly string[],
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  for (const passphrase of passphrases) decrypter.addPassphrase(passphrase);
  const plaintext = await decrypter.decrypt(toWeb(ciphertext)).catch(() => {
    throw badRequest(
      "--passphrase-file",
      "this passphrase doesn't open the backup. If it is the right one, the file is damaged.",
    );
  });
  try {
    yield* fromWeb(plaintext);
  } catch {
    throw new BackupDamaged("The file is truncated, or its encrypted content was changed.");
  }
}
