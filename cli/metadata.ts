import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { importMetadata } from "@/lib/domain/passkey/metadata/import-metadata";
import { isCompromised, type MetadataEntry } from "@/lib/domain/passkey/metadata/metadata-source";
import { badRequest } from "@/lib/errors";
import { declareOnInstallation, jsonWithTimes } from "./command";
import { notFound } from "./exit-code";
import { showDay, table } from "./print";

async function readBlob(file: string): Promise<string> {
  try {
    return await readFile(file, "latin1");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badRequest("", `The file ${file} can’t be read (${code}).`);
  }
}

function declareImport(parent: Command): void {
  declareOnInstallation<object, string>(parent, {
    name: "import",
    description:
      "replace the FIDO Metadata with a newer BLOB, after verifying that FIDO signed it; opens no " +
      "connection",
    argument: ["<file>", "the BLOB, downloaded from https://mds3.fidoalliance.org"],
    json: jsonWithTimes,
    examples: ["metadata import blob.jwt"],
    read: (_options, file) => readBlob(file),
    async run(service, blob) {
      const { number, nextUpdate, models } = await importMetadata(service, blob, {
        system: await getSystemTenancy(service),
      });
      return {
        json: { number, nextUpdate: nextUpdate.getTime(), models },
        text:
          `FIDO Metadata no. ${number} is imported: ${models} authenticator models. ` +
          `The next update is due on ${showDay(nextUpdate)}.`,
        warnings:
          nextUpdate.getTime() < service.clock.now()
            ? ["A newer BLOB should already exist. Download it as well."]
            : [],
      };
    },
  });
}

/** Describes an authenticator model, as a document and as rows. */
function describeModel(aaguid: string, entry: MetadataEntry, nowMs: number) {
  const { description, certification, roots, statuses } = entry;
  const compromised = isCompromised(entry, new Date(nowMs));
  return {
    json: {
      aaguid,
      description,
      certification,
      compromised,
      roots: roots.length,
      statuses: statuses.map(({ status, effectiveDate }) => ({
        status,
        effectiveDate: effectiveDate?.getTime() ?? null,
      })),
    },
    rows: [
      ["Model", description],
      ["  Certification", certification ?? "none"],
      ["  Compromised", compromised ? "yes" : "no"],
      ["  Roots", String(roots.length)],
      ...statuses.map(({ status, effectiveDate }) => [
        "  Status",
        effectiveDate === null ? status : `${status} since ${showDay(effectiveDate)}`,
      ]),
    ],
  };
}

function declareShow(parent: Command): void {
  declareOnInstallation<{ aaguid?: string }>(parent, {
    name: "show",
    description: "show the imported FIDO Metadata, or what it says about an authenticator model",
    options: (command) => command.option("--aaguid <id>", "AAGUID of the model"),
    json: jsonWithTimes,
    examples: ["metadata show", "metadata show --aaguid 2fc0579f-8113-47ea-b116-bb5a8db9202a"],
    async run(service, { aaguid }) {
      const metadata = await findMetadata(service);
      if (metadata === null)
        throw notFound(
          "No FIDO Metadata is imported. Import it with: keystead metadata import <file>",
        );
      const { number, nextUpdate, models } = metadata;
      const json = { number, nextUpdate: nextUpdate.getTime(), models };
      const rows = [
        ["FIDO Metadata", `no. ${number}`],
        ["  Models", String(models)],
        ["  Next update", showDay(nextUpdate)],
      ];
      if (aaguid === undefined) return { json, text: table(rows) };
      const entry = metadata.find(aaguid.toLowerCase());
      if (entry === undefined)
        throw notFound(`FIDO Metadata no. ${number} has no model with the AAGUID ${aaguid}.`);
      const model = describeModel(aaguid, entry, service.clock.now());
      return { json: { ...json, model: model.json }, text: table([...rows, ...model.rows]) };
    },
  });
}

/** `keystead metadata …` */
export function declareMetadata(program: Command): void {
  const metadata = program
    .command("metadata")
    .description("manage the FIDO Metadata that passkey policies read");
  declareImport(metadata);
  declareShow(metadata);
}
