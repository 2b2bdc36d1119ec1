import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { sharedLookUp } from "@/lib/domain/base/shared-look-up";
import { Tenancy, tenancyColumns, tenancyVersion } from "./tenancy";

const entries = new LRUCache<string, Tenancy>({ max: 10_000 });

/** Returns a tenancy as it was last read. Its settings may have changed since. */
export const peekTenancy = (tenancyId: string): Tenancy | undefined => entries.get(tenancyId);

/** Reads a tenancy, also a suspended one. Null if it does not exist or was deleted. One round trip. */
export async function readTenancy(
  { db }: Pick<Service, "db">,
  tenancyId: string,
): Promise<Tenancy | null> {
  const [row] = await db.query(Tenancy)`
    SELECT ${tenancyColumns} FROM "Tenancy" t
    WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`;
  entries.delete(tenancyId);
  if (row === undefined) return null;
  const tenancy = Object.freeze(row);
  entries.set(tenancyId, tenancy);
  return tenancy;
}

/**
 * Returns the tenancy with the version that a statement just read. A cached tenancy is used only if
 * it has this version, so that statement need not read three dozen columns.
 *
 * One round trip if the version differs. Null if the tenancy was deleted since.
 */
export async function findTenancyOfVersion(
  service: Pick<Service, "db">,
  tenancyId: string,
  version: string,
): Promise<Tenancy | null> {
  const cached = peekTenancy(tenancyId);
  return cached?.version === version ? cached : readTenancy(service, tenancyId);
}

const Row = z.object({ version: z.string() });

interface LookUp {
  db: Service["db"];
  tenancyId: string;
}

async function lookUp({ db, tenancyId }: LookUp): Promise<Tenancy | null> {
  const cached = peekTenancy(tenancyId);
  if (cached === undefined) return readTenancy({ db }, tenancyId);
  const [row] = await db.query(Row)`
    SELECT ${tenancyVersion} AS "version" FROM "Tenancy" t
    WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`;
  return row?.version === cached.version ? cached : readTenancy({ db }, tenancyId);
}

const lookUps = sharedLookUp(lookUp);

/**
 * Finds a tenancy with its current settings, also a suspended one. Null if it does not exist or was
 * deleted. One round trip, shared with concurrent calls, that compares the version of the cached
 * tenancy; a second one if it changed.
 */
export const findTenancy = (
  { db, coalesce }: Pick<Service, "db" | "coalesce">,
  tenancyId: string,
): Promise<Tenancy | null> => coalesce(lookUps, tenancyId, { db, tenancyId });

/** Finds the system tenancy, whose users can become operators (contract §2). Null before the first start. */
export async function findSystemTenancy(service: Service): Promise<Tenancy | null> {
  const row = await service.db.tenancy.findFirst({
    where: { isSystem: true },
    select: { id: true },
  });
  return row === null ? null : findTenancy(service, row.id);
}
