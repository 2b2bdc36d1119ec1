import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { sharedLookUp } from "@/lib/domain/base/shared-look-up";
import { peekTenancy, readTenancy } from "./cached-tenancy";
import { type Tenancy, tenancyVersion } from "./tenancy";

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
