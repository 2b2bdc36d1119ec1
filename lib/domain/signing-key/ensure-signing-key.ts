import type { Queryable, Service } from "@/lib/domain/context";
import { createSigningKey } from "./create-signing-key";
import { lockSigningKeys } from "./lock-signing-keys";

/** The row of the key that signs now; null before the installation's first. */
export async function findActiveSigningKey(service: Service, tx: Queryable) {
  const now = new Date(service.clock.now());
  return tx.signingKey.findFirst({
    where: { activeFrom: { lte: now }, OR: [{ retiredAt: null }, { retiredAt: { gt: now } }] },
    orderBy: { activeFrom: "desc" },
  });
}

/**
 * The same, made if there is none; instances that start together make one. Holds the lock until the
 * transaction ends.
 */
export async function ensureSigningKey(service: Service, tx: Queryable) {
  await lockSigningKeys(tx);
  const active = await findActiveSigningKey(service, tx);
  if (active !== null) return active;
  const { kid } = await createSigningKey(service, tx, service.clock.now());
  return tx.signingKey.findUniqueOrThrow({ where: { kid } });
}
