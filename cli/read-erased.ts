import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { ErasedRecord } from "@/lib/domain/admin/backup/erase-again";
import { badRequest } from "@/lib/errors";

const refuse = (problem: string) => badRequest("--erased", problem);

function parseLine(line: string): ErasedRecord | undefined {
  try {
    return ErasedRecord.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Decodes a file as UTF-8, without its byte order mark. Lists of the erased can be large. */
async function* decoded(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refuse(`the file ${file} isn't UTF-8. Save it as audit erased printed it.`);
  }
}

/** Yields what `keystead audit erased` printed. @throws BadRequest */
export async function* readErased(file: string): AsyncGenerator<ErasedRecord> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`the file ${file} can't be read (${error.code}).`);
  });
  let number = 0;
  const lines = createInterface(Readable.from(decoded(file, handle.createReadStream())));
  for await (const line of lines) {
    number++;
    const record = parseLine(line);
    if (record === undefined)
      throw refuse(`line ${number} of ${file} isn't one that audit erased printed.`);
    yield record;
  }
}

/** Reads the whole file, so that a wrong one is refused before the restore. @throws BadRequest */
export async function checkErased(file: string): Promise<void> {
  const records = readErased(file);
  while ((await records.next()).done !== true);
}
