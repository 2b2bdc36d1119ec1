import type { Service } from "@/lib/domain/base/context";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";

export interface ListedTenancy extends Pick<
  Tenancy,
  "id" | "name" | "clientId" | "environment" | "rpId" | "allowedOrigins"
> {
  suspended: boolean;
  /** In ms. */
  createdAt: number;
}

/** Lists all tenancies except the system tenancy, oldest first. */
export async function listTenancies({ db }: Pick<Service, "db">): Promise<ListedTenancy[]> {
  const rows = await db.tenancy.findMany({
    where: { isSystem: false, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      name: true,
      clientId: true,
      environment: true,
      rpId: true,
      allowedOrigins: true,
      suspendedAt: true,
      createdAt: true,
    },
  });
  return rows.map(({ suspendedAt, createdAt, ...tenancy }) => ({
    ...tenancy,
    suspended: suspendedAt !== null,
    createdAt: createdAt.getTime(),
  }));
}
