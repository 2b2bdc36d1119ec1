import type { Command } from "commander";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { isCompromised } from "@/lib/domain/passkey/metadata/metadata-source";
import { ServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print, showDay, table } from "./print";
import { withService } from "./with-service";

interface Options {
  aaguid?: string;
  json?: true;
}

async function show({ aaguid, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const metadata = await findMetadata(service);
    if (metadata === null)
      throw new ServiceError(
        "@error/NotFound",
        undefined,
        "No FIDO Metadata is imported. Import it with: keystead metadata import <file>",
      );
    const { number, nextUpdate, models } = metadata;
    const about = { number, nextUpdate: nextUpdate.getTime(), models };
    const lines = [
      ["FIDO Metadata", `no. ${number}`],
      ["  Models", String(models)],
      ["  Next update", showDay(nextUpdate)],
    ];
    if (aaguid === undefined) return print({ json: about, text: table(lines) }, options);
    const entry = metadata.find(aaguid.toLowerCase());
    if (entry === undefined)
      throw new ServiceError(
        "@error/NotFound",
        undefined,
        `FIDO Metadata no. ${number} has no model with the AAGUID ${aaguid}.`,
      );
    const { description, certification, roots } = entry;
    const compromised = isCompromised(entry, new Date(service.clock.now()));
    const statuses = entry.statuses.map(({ status, effectiveDate }) => ({
      status,
      effectiveDate: effectiveDate?.getTime() ?? null,
    }));
    const model = {
      aaguid,
      description,
      certification,
      compromised,
      roots: roots.length,
      statuses,
    };
    const text = table([
      ...lines,
      ["Model", description],
      ["  Certification", certification ?? "none"],
      ["  Compromised", compromised ? "yes" : "no"],
      ["  Roots", String(roots.length)],
      ...entry.statuses.map(({ status, effectiveDate }) => [
        "  Status",
        effectiveDate === null ? status : `${status} since ${showDay(effectiveDate)}`,
      ]),
    ]);
    print({ json: { ...about, model }, text }, options);
  });
}

/** `keystead metadata show` */
export function declareMetadataShow(parent: Command): void {
  parent
    .command("show")
    .description("show the imported FIDO Metadata, or what it says about an authenticator model")
    .option("--aaguid <id>", "AAGUID of the model")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("metadata show", "metadata show --aaguid 2fc0579f-8113-47ea-b116-bb5a8db9202a"),
    )
    .action(show);
}
