import { listApiKeys, type ListedApiKey } from "@/lib/domain/access/api-key/list-api-keys";
import type { Named } from "@/lib/domain/admin/tenancy/list-tenancies";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

export const keyArgument = ["<key>", "the key's id, its text, or its public prefix ks_…"] as const;

// You can name a leaked key by its text. The public prefix identifies it.
const publicPrefix = /^ks_[0-9a-z]{10}(?=_|$)/;

/** What `selectTenancy` looks for. */
export function namedKey(wanted: string): Named {
  const [start] = publicPrefix.exec(wanted) ?? [];
  return start === undefined ? { apiKeyId: wanted } : { apiKeyPrefix: start.slice("ks_".length) };
}

/**
 * Finds a key that is not revoked, by its id, its text or its public prefix.
 * @throws NotFound
 */
export async function findKey(ctx: TenancyContext, wanted: string): Promise<ListedApiKey> {
  const [start] = publicPrefix.exec(wanted) ?? [];
  const key = (await listApiKeys(ctx)).find((one) =>
    start === undefined ? one.id === wanted : one.start === start,
  );
  // Never print more of a key's text than its public prefix.
  if (key === undefined)
    throw new ServiceError(
      "@error/NotFound",
      undefined,
      `The tenancy ${ctx.tenancy.id} has no API key ${start ?? wanted}. List them with: keystead key list`,
    );
  if (key.state === "revoked")
    throw new ServiceError(
      "@error/NotFound",
      undefined,
      `The API key ${key.id} is already revoked.`,
    );
  return key;
}
