import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { Tenancy, tenancyColumns } from "./tenancy";

/**
 * The tenancy of that id, suspended or not; null when there is none, or it was deleted. One round
 * trip.
 */
export async function findTenancy(
  { run }: Pick<Service, "run">,
  tenancyId: string,
): Promise<Tenancy | null> {
  const [row] = await run(
    Prisma.sql`SELECT ${tenancyColumns} FROM "Tenancy" t WHERE t."id" = ${tenancyId} AND t."deletedAt" IS NULL`,
  );
  return row === undefined ? null : Tenancy.parse(row);
}
