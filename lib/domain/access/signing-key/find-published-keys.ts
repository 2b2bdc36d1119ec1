import { KeySet } from "@/lib/contract/key-set";
import type { Service } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import { getSigningKey } from "./get-signing-key";

/** Returns all public keys whose signatures may still be valid, and announced keys (RFC 7517). */
export async function findPublishedKeys(service: Service): Promise<KeySet> {
  await getSigningKey(service);
  const since = new Date(service.clock.now() - lifetimes.signingKeyOverlapMs);
  const rows = await service.db.signingKey.findMany({
    where: { OR: [{ retiredAt: null }, { retiredAt: { gt: since } }] },
    orderBy: { activeFrom: "desc" },
    select: { publicJwk: true },
  });
  return KeySet.parse({ keys: rows.map(({ publicJwk }) => publicJwk) });
}
