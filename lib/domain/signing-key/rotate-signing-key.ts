import { lifetimes } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { createSigningKey } from "./create-signing-key";

/**
 * Publishes a new key now, signs with it once verifiers' caches have seen it, and publishes the old one until all that
 * it signed has expired.
 */
export async function rotateSigningKey(service: Service): Promise<{ kid: string; activeFrom: number }> {
  const activeFrom = service.clock.now() + lifetimes.signingKeyAnnouncedMs;
  return service.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('signing-key', 0))`;
    await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: new Date(activeFrom) } });
    const { kid } = await createSigningKey(service, tx, activeFrom);
    return { kid, activeFrom };
  });
}
