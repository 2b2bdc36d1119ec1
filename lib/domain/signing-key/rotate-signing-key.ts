import { lifetimes } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { createSigningKey } from "./create-signing-key";
import { ensureSigningKey } from "./ensure-signing-key";
import { reEncryptAll } from "./re-encrypt-signing-keys";

export interface Rotation {
  kid: string;
  /** Milliseconds. */
  activeFrom: number;
  /** How many keys, besides the new one, are now sealed under KEYSTEAD_SECRET. */
  reEncrypted: number;
}

/**
 * Publishes a new key now, signs with it once verifiers' caches have seen it, and publishes the old
 * one until all that it signed has expired. Keys that the previous secret sealed are sealed anew.
 * @throws StartupError when a key does not open: a new one under a secret that instances lack would
 * stop them all
 */
export async function rotateSigningKey(service: Service): Promise<Rotation> {
  const activeFrom = service.clock.now() + lifetimes.signingKeyAnnouncedMs;
  return service.db.$transaction(async (tx) => {
    // A first key that was made only later would never be retired.
    await ensureSigningKey(service, tx);
    const reEncrypted = await reEncryptAll(service, tx);
    await tx.signingKey.updateMany({
      where: { retiredAt: null },
      data: { retiredAt: new Date(activeFrom) },
    });
    const { kid } = await createSigningKey(service, tx, activeFrom);
    return { kid, activeFrom, reEncrypted };
  });
}
