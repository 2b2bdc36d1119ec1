import { LRUCache } from "lru-cache";
import type { Service } from "@/lib/domain/base/context";
import { Tenancy, tenancyColumns } from "./tenancy";

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
