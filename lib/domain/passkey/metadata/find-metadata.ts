import { z } from "zod";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { inTurns } from "@/lib/domain/base/in-turns";
import { nameProvider, unknownAaguid } from "@/lib/domain/passkey/name-provider";
import { StoredEntry } from "./metadata-payload";
import type {
  CertificationLevel,
  MetadataEntry,
  MetadataSource,
  StatusReport,
} from "./metadata-source";

/** The level that each status grants. Null: certification was not reached, or lost. */
const levels: Readonly<Record<string, CertificationLevel | null>> = {
  NOT_FIDO_CERTIFIED: null,
  // The name of level 1 before levels existed.
  FIDO_CERTIFIED: "L1",
  FIDO_CERTIFIED_L1: "L1",
  FIDO_CERTIFIED_L1plus: "L1plus",
  FIDO_CERTIFIED_L2: "L2",
  FIDO_CERTIFIED_L2plus: "L2plus",
  FIDO_CERTIFIED_L3: "L3",
  FIDO_CERTIFIED_L3plus: "L3plus",
};

/** Finds the level of the latest certification report. Of the same date, the last one counts. */
export function certificationOf(statuses: readonly StatusReport[]): CertificationLevel | null {
  let latest: { level: CertificationLevel | null; at: number } = { level: null, at: -Infinity };
  for (const { status, effectiveDate } of statuses) {
    const level = Object.hasOwn(levels, status) ? levels[status] : undefined;
    const at = effectiveDate?.getTime() ?? -Infinity;
    if (level !== undefined && at >= latest.at) latest = { level, at };
  }
  return latest.level;
}

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

const isUnnamed = (aaguid: string) =>
  aaguid !== unknownAaguid && findPlatformName(aaguid) === undefined;

/**
 * Finds the names of AAGUIDs that the built-in list doesn't have, in FIDO Metadata. Runs a statement
 * only if there is one.
 * @returns names any of the AAGUIDs
 */
export async function findProviderNames(
  ctx: Pick<TenancyContext, "db" | "secrets">,
  aaguids: readonly string[],
): Promise<(aaguid: string) => string> {
  const metadata = aaguids.some(isUnnamed) ? await findMetadata(ctx) : null;
  return (aaguid) => nameProvider(aaguid, metadata?.find(aaguid)?.description);
}
