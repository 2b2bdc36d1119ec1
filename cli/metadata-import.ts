import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { importMetadata } from "@/lib/domain/passkey/metadata/import-metadata";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { note, print, showDay } from "./print";
import { withService } from "./with-service";

interface Options {
  json?: true;
}

async function readBlob(file: string): Promise<string> {
  try {
    return await readFile(file, "latin1");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badRequest("", `The file ${file} can’t be read (${code}).`);
  }
}

async function importFile(file: string, options: Options): Promise<void> {
  const blob = await readBlob(file);
  await withService(async (service) => {
    const { number, nextUpdate, models } = await importMetadata(service, blob, {
      system: await getSystemTenancy(service),
    });
    const text =
      `FIDO Metadata no. ${number} is imported: ${models} authenticator models. ` +
      `The next update is due on ${showDay(nextUpdate)}.`;
    print({ json: { number, nextUpdate: nextUpdate.getTime(), models }, text }, options);
    if (nextUpdate.getTime() < service.clock.now())
      note("A newer BLOB should already exist. Download it as well.");
  });
}

/** `keystead metadata import` */
export function declareMetadataImport(parent: Command): void {
  parent
    .command("import")
    .description(
      "replace the FIDO Metadata with a newer BLOB, after verifying that FIDO signed it; opens no " +
        "connection",
    )
    .argument("<file>", "the BLOB, downloaded from https://mds3.fidoalliance.org")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("metadata import blob.jwt"))
    .action(importFile);
}
