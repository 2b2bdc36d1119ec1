import type { Service } from "@/lib/domain/context";
import { Tenancy, tenancyColumns } from "./tenancy";

/** The tenancy of that id, suspended or not; null when there is none. One round trip. */
export async function findTenancy({ db }: Pick<Service, "db">, tenancyId: string): Promise<Tenancy | null> {
  const rows = await db.$queryRaw<unknown[]>`SELECT ${tenancyColumns} FROM "Tenancy" t WHERE t."id" = ${tenancyId}`;
  return rows[0] === undefined ? null : Tenancy.parse(rows[0]);
}
