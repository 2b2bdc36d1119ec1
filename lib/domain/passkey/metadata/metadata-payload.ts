import { X509Certificate } from "node:crypto";
import { z } from "zod";

/** An entry of a BLOB as it is stored: everything else in it, icons included, is dropped. */
export const StoredEntry = z.object({
  aaguid: z.string(),
  description: z.string(),
  /** Base64 of DER. */
  roots: z.array(z.string()),
  statuses: z.array(z.object({ status: z.string(), effectiveDate: z.string().nullable() })),
});
export type StoredEntry = z.infer<typeof StoredEntry>;

const maxEntries = 10_000;
const maxRoots = 500;
const maxStatuses = 200;
const rootCharacters = 16_384;

const Day = z.iso.date();

/** The parts of a BLOB's payload that Keystead reads (FIDO Metadata Service §3.1.6). */
export const MetadataPayload = z.object({
  no: z.int32().nonnegative(),
  nextUpdate: Day,
  entries: z
    .array(
      z.object({
        // Models of FIDO U2F and UAF have none.
        aaguid: z.guid().toLowerCase().optional(),
        metadataStatement: z
          .object({
            description: z.string().max(1_000).default(""),
            attestationRootCertificates: z
              .array(z.string().max(rootCharacters))
              .max(maxRoots)
              .default([]),
          })
          .optional(),
        statusReports: z
          .array(z.object({ status: z.string().max(100), effectiveDate: Day.optional() }))
          .max(maxStatuses),
      }),
    )
    .max(maxEntries),
});
export type MetadataPayload = z.infer<typeof MetadataPayload>;

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, "base64")).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns what is stored of a payload: models with an AAGUID, and their readable certificates. A model
 * without a readable certificate has no roots, so no attestation is verified against it.
 */
export const toStoredEntries = ({ entries }: MetadataPayload): StoredEntry[] =>
  entries.flatMap(({ aaguid, metadataStatement, statusReports }) =>
    aaguid === undefined
      ? []
      : [
          {
            aaguid,
            description: metadataStatement?.description ?? "",
            roots: (metadataStatement?.attestationRootCertificates ?? [])
              .map((root) => root.replace(/\s/g, ""))
              .filter(isCertificate),
            statuses: statusReports.map(({ status, effectiveDate = null }) => ({
              status,
              effectiveDate,
            })),
          },
        ],
  );
