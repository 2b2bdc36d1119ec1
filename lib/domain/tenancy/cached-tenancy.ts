import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { Tenancy, tenancyColumns } from "./tenancy";

/**
 * The version of a tenancy's row `t`, as text. Every write changes `xmin` and `ctid`, even one from a
 * database shell. `updatedAt` covers a restored database, in which both can repeat.
 */
export const tenancyVersion = Prisma.raw(`concat_ws(' ', t.xmin, t.ctid, t."updatedAt")`);

export interface VersionedTenancy {
  version: string;
  tenancy: Tenancy;
}

const Row = Tenancy.extend({ version: z.string() });

const entries = new LRUCache<string, VersionedTenancy>({ max: 10_000 });

/** Returns a tenancy as it was last read. A statement must compare its version before it is used. */
export const peekTenancy = (tenancyId: string): VersionedTenancy | undefined =>
  entries.get(tenancyId);

/** Reads a tenancy, also a suspended one. Null if it does not exist or was deleted. One round trip. */
export async function readTenancy(
  { db }: Pick<Service, "db">,
  tenancyId: string,
): Promise<VersionedTenancy | null> {
  const [row] = await db.query(Row)`
    SELECT ${tenancyVersion} AS "version", ${tenancyColumns} FROM "Tenancy" t
    WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`;
  entries.delete(tenancyId);
  if (row === undefined) return null;
  const { version, ...tenancy } = row;
  const read = { version, tenancy: Object.freeze(tenancy) };
  entries.set(tenancyId, read);
  return read;
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
): Promise<VersionedTenancy | null> {
  const cached = peekTenancy(tenancyId);
  return cached?.version === version ? cached : readTenancy(service, tenancyId);
}
