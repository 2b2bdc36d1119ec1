import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest } from "@/lib/errors";
import { toStoredEntries } from "./metadata-payload";
import { metadataRoot } from "./metadata-root";
import { verifyMetadata } from "./verify-metadata";

export interface ImportedMetadata {
  number: number;
  nextUpdate: Date;
  /** Authenticator models with an AAGUID. */
  models: number;
}

/**
 * Replaces the installation's FIDO Metadata with a newer BLOB. Concurrent imports: the highest number
 * wins, whatever their order, and each other one either came before it or is refused.
 * @param system the system tenancy, whose audit log records the import
 * @param root PEM of the root that signs; only tests have another one than FIDO's
 * @throws BadRequest if the BLOB is not signed by FIDO, malformed or not newer
 */
export async function importMetadata(
  service: Service,
  blob: string,
  { system, root = metadataRoot }: { system: { id: string }; root?: string },
): Promise<ImportedMetadata> {
  const { db, clock } = service;
  const now = new Date(clock.now());
  const payload = await verifyMetadata(blob.trim(), { root, now });
  const { no: number } = payload;
  const nextUpdate = new Date(payload.nextUpdate);
  const entries = toStoredEntries(payload);
  await db.$transaction(async (tx) => {
    // Raw, because comparing the numbers and replacing the row must be one statement.
    const [stored] = await tx.query(z.object({ number: z.int() }))`
      INSERT INTO "MetadataBlob" ("id", "number", "nextUpdate", "entries", "importedAt")
      VALUES (1, ${number}, ${nextUpdate}, ${JSON.stringify(entries)}::json, ${now})
      ON CONFLICT ("id") DO UPDATE SET "number" = EXCLUDED."number",
        "nextUpdate" = EXCLUDED."nextUpdate", "entries" = EXCLUDED."entries",
        "importedAt" = EXCLUDED."importedAt"
      WHERE "MetadataBlob"."number" < EXCLUDED."number"
      RETURNING "number"`;
    if (stored === undefined)
      throw badRequest(
        "",
        `FIDO Metadata no. ${number} or a newer one is already imported. Nothing was changed.`,
      );
    await recordAudit({ ...service, tenancy: system, actor: { kind: "system" } }, tx, {
      action: "metadata.imported",
      target: { kind: "metadata", id: String(number) },
    });
  });
  return { number, nextUpdate, models: entries.length };
}
