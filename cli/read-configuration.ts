import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { GivenDocument } from "@/lib/domain/admin/configuration/configuration-document";
import { parseConfiguration } from "@/lib/domain/admin/configuration/parse-configuration";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { decodeFile } from "./decode-file";

const { fileBytes } = limits.configuration;

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes);
  let length = 0;
  for (let bytesRead = 1; bytesRead > 0 && length < maxBytes; length += bytesRead)
    ({ bytesRead } = await handle.read(buffer, length, maxBytes - length));
  return buffer.subarray(0, length);
}

/** Reads a file of limited size, also one that never ends. @throws BadRequest naming it */
async function readFileUpTo(name: string, path: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw badRequest(name, `can't be read (${error.code})`);
  });
  try {
    const bytes = await readUpTo(handle, maxBytes + 1).catch((error: NodeJS.ErrnoException) => {
      throw badRequest(name, `can't be read (${error.code})`);
    });
    if (bytes.length > maxBytes) throw badRequest(name, `is larger than ${maxBytes / 1024} KiB`);
    return bytes;
  } finally {
    await handle.close();
  }
}

async function readLogo(
  file: string,
  { document: { logo }, locate }: GivenDocument,
): Promise<Uint8Array<ArrayBuffer> | null | undefined> {
  if (typeof logo !== "string") return logo;
  const path = resolve(dirname(file), logo);
  return new Uint8Array(await readFileUpTo(locate("logo"), path, fileBytes));
}

/**
 * Reads configuration files, and the logos that they name.
 * @throws BadRequest naming file, line and field
 */
export async function readConfiguration(files: readonly string[]) {
  const read = files.map(async (file) => {
    const text = decodeFile(file, await readFileUpTo(file, file, fileBytes));
    return { file, given: parseConfiguration({ name: file, text }) };
  });
  const documents = (await Promise.all(read)).flatMap(({ file, given }) =>
    given.map((each) => ({ file, each })),
  );
  if (documents.length > limits.configuration.documents)
    throw badRequest("files", `have more than ${limits.configuration.documents} documents`);
  return Promise.all(
    documents.map(async ({ file, each }) => ({ ...each, logo: await readLogo(file, each) })),
  );
}
