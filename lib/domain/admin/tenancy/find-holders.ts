import type { Service } from "@/lib/domain/base/context";

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
