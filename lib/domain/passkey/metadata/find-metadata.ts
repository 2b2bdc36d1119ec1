import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { inTurns } from "@/lib/domain/base/in-turns";
import { certificationOf } from "./certification-of";
import type { MetadataEntry, MetadataSource } from "./metadata-source";
import { StoredEntry } from "./stored-entries";

function toEntry({ roots, statuses, description }: StoredEntry): MetadataEntry {
  const reports = statuses.map(({ status, effectiveDate }) => ({
    status,
    effectiveDate: effectiveDate === null ? null : new Date(effectiveDate),
  }));
  return {
    roots: roots.map((root) => Buffer.from(root, "base64")),
    statuses: reports,
    certification: certificationOf(reports),
    description,
  };
}

export interface StoredMetadata extends MetadataSource {
  /** Number of authenticator models. */
  models: number;
  /** Every model, by AAGUID. */
  list(): Iterable<readonly [aaguid: string, entry: MetadataEntry]>;
}

// Of each process, the entries of the BLOB that it read last.
const cached = new WeakMap<Service["secrets"], { importedAt: Date; source: StoredMetadata }>();

/**
 * Finds the installation's FIDO Metadata. One statement while the BLOB is the cached one.
 * @returns null before the first import
 */
export async function findMetadata({
  db,
  secrets,
}: Pick<Service, "secrets"> & { db: Queryable }): Promise<StoredMetadata | null> {
  const current = await db.metadataBlob.findFirst({ select: { number: true, importedAt: true } });
  if (current === null) return null;
  const known = cached.get(secrets);
  if (
    known?.source.number === current.number &&
    known.importedAt.getTime() === current.importedAt.getTime()
  )
    return known.source;
  const { number, nextUpdate, importedAt, entries } = await db.metadataBlob.findFirstOrThrow();
  const byAaguid = new Map<string, MetadataEntry>();
  for await (const stored of inTurns(z.array(z.unknown()).parse(entries))) {
    const entry = StoredEntry.parse(stored);
    byAaguid.set(entry.aaguid, toEntry(entry));
  }
  const source: StoredMetadata = {
    number,
    nextUpdate,
    models: byAaguid.size,
    list: () => byAaguid,
    find: (aaguid) => byAaguid.get(aaguid),
  };
  cached.set(secrets, { importedAt, source });
  return source;
}
