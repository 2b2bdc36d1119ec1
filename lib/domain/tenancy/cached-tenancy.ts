import { LRUCache } from "lru-cache";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { Tenancy, tenancyColumns } from "./tenancy";

/**
 * The version of a tenancy's row `t`, as text. Every write changes `xmin` and `ctid`, even one from a
 * database shell. `updatedAt` covers a restored database, in which both can repeat.
 */
export const tenancyVersion = Prisma.raw(`concat_ws(' ', t.xmin, t.ctid, t."updatedAt")`);

const entries = new LRUCache<string, { version: string; tenancy: Tenancy }>({ max: 10_000 });

/**
 * Returns the tenancy with the version that a statement just read. A cached tenancy is used only if
 * it has this version, so that statement need not read three dozen columns.
 *
 * One round trip if the version differs. Null if the tenancy was deleted since.
 */
export async function findCachedTenancy(
  { run }: Pick<Service, "run">,
  tenancyId: string,
  version: string,
): Promise<Tenancy | null> {
  const entry = entries.get(tenancyId);
  if (entry?.version === version) return entry.tenancy;
  const [row] = await run(Prisma.sql`
    SELECT ${tenancyVersion} AS "version", ${tenancyColumns} FROM "Tenancy" t
    WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`);
  if (row === undefined) return null;
  const tenancy = Object.freeze(Tenancy.parse(row));
  entries.set(tenancyId, { version: (row as { version: string }).version, tenancy });
  return tenancy;
}
