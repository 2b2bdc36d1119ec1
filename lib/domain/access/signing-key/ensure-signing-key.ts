import type { Queryable, Service } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { createSigningKey } from "./create-signing-key";

/** Finds the key that currently signs. Null before the installation's first key. */
export async function findActiveSigningKey(service: Service, tx: Queryable) {
  const now = new Date(service.clock.now());
  return tx.signingKey.findFirst({
    where: { activeFrom: { lte: now }, OR: [{ retiredAt: null }, { retiredAt: { gt: now } }] },
    orderBy: { activeFrom: "desc" },
  });
}

/**
 * Finds or creates the key that currently signs. The lock lasts until the transaction ends, so
 * instances that start together create one key.
 * @throws LockTaken
 */
export async function ensureSigningKey(service: Service, tx: Queryable) {
  await takeLocks(tx, "signing-key");
  const active = await findActiveSigningKey(service, tx);
  if (active !== null) return active;
  const { kid } = await createSigningKey(service, tx, service.clock.now());
  return tx.signingKey.findUniqueOrThrow({ where: { kid } });
}
