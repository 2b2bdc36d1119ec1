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

/** What an id on the command line names. */
export type Named =
  | { apiKeyId: string }
  | { apiKeyPrefix: string }
  | { sub: string }
  | { passkeyId: string }
  | { webhookId: string };

/**
 * Returns the tenancies, of those given, that have the named thing; at most two. Ids are random, but
 * an import can bring one id into several tenancies.
 */
export async function findHolders(
  { db }: Pick<Service, "db">,
  { named, tenancyIds }: { named: Named; tenancyIds: string[] },
): Promise<string[]> {
  const tenancyId = { in: tenancyIds };
  const page = { select: { tenancyId: true }, take: 2 } as const;
  const find = () => {
    if ("sub" in named) return db.user.findMany({ where: { tenancyId, sub: named.sub }, ...page });
    if ("passkeyId" in named)
      return db.passkey.findMany({ where: { tenancyId, id: named.passkeyId }, ...page });
    if ("webhookId" in named)
      return db.webhook.findMany({ where: { tenancyId, id: named.webhookId }, ...page });
    const key = "apiKeyId" in named ? { id: named.apiKeyId } : { publicId: named.apiKeyPrefix };
    return db.apiKey.findMany({ where: { tenancyId, ...key }, ...page });
  };
  return (await find()).map((row) => row.tenancyId);
}
