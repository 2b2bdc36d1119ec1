import { type FileHandle, open, rm } from "node:fs/promises";
import type { NewKey } from "@/lib/domain/admin/configuration/apply-keys";
import { badRequest } from "@/lib/errors";
import { unknownOutcome } from "@/lib/platform/database";

const ownerOnly = 0o600;

async function create(path: string): Promise<FileHandle> {
  try {
    // Never overwrites keys of an earlier run, and never follows a link.
    const handle = await open(path, "wx", ownerOnly);
    await handle.chmod(ownerOnly);
    return handle;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST"
        ? "exists already. Move it away, or name another file for the new API keys"
        : `can't be written (${code})`;
    throw badRequest("--keys-file", `${path} ${reason}.`);
  }
}

/**
 * Runs work that creates API keys and stores their texts in a new file, which only its owner can
 * read. The file is complete before the work commits, and is removed if the work fails.
 */
export async function withKeyFile<T>(
  path: string,
  work: (store: (keys: NewKey[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    return await work(async (keys) => {
      handle ??= await create(path);
      await handle.truncate(0);
      await handle.write(`${JSON.stringify(keys, null, 2)}\n`, 0);
      await handle.sync();
    });
  } catch (error) {
    // The keys may exist if the connection was lost during the commit.
    if (handle !== undefined && unknownOutcome(error) === undefined) await rm(path);
    throw error;
  } finally {
    await handle?.close();
  }
}
