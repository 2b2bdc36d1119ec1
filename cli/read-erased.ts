import { open } from "node:fs/promises";
import { ErasedRecord } from "@/lib/domain/backup/erase-again";
import { badRequest } from "@/lib/errors";

const refuse = (problem: string) => badRequest("--erased", problem);

function parseLine(line: string): ErasedRecord | undefined {
  try {
    return ErasedRecord.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Yields what `keystead audit erased` printed. @throws BadRequest */
export async function* readErased(file: string): AsyncGenerator<ErasedRecord> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`the file ${file} can't be read (${error.code}).`);
  });
  let number = 0;
  for await (const line of handle.readLines()) {
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
