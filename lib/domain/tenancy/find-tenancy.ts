import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { Tenancy, tenancyColumns } from "./tenancy";

/** Finds a tenancy, also a suspended one. Null if it does not exist or was deleted. One round trip. */
export async function findTenancy(
  { run }: Pick<Service, "run">,
  tenancyId: string,
): Promise<Tenancy | null> {
  const [row] = await run(Prisma.sql`
    SELECT ${tenancyColumns} FROM "Tenancy" t
    WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`);
  return row === undefined ? null : Tenancy.parse(row);
}
