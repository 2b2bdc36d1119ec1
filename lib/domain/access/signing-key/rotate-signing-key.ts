import type { Service } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import { createSigningKey } from "./create-signing-key";
import { ensureSigningKey } from "./ensure-signing-key";
import { reEncryptAll, type ReEncrypted, reEncryption } from "./re-encrypt-signing-keys";

export interface Rotation extends ReEncrypted {
  kid: string;
  /** In ms. */
  activeFrom: number;
}

/**
 * Publishes a new signing key immediately and re-encrypts all existing ones, and the webhooks' secrets. The new key signs after
 * `lifetimes.signingKeyAnnouncedMs`, when verifiers have refreshed their caches. The old key stays
 * published until its signatures have expired.
 * @throws StartupError if a key cannot be decrypted. The secret is then wrong, and other instances
 * could not decrypt a key encrypted under it.
 */
export async function rotateSigningKey(service: Service): Promise<Rotation> {
  const activeFrom = service.clock.now() + lifetimes.signingKeyAnnouncedMs;
  return service.db.$transaction(async (tx) => {
    // Create the first key before, so that this rotation retires it.
    await ensureSigningKey(service, tx);
    const reEncrypted = await reEncryptAll(service, tx);
    await tx.signingKey.updateMany({
      where: { retiredAt: null },
      data: { retiredAt: new Date(activeFrom) },
    });
    const { kid } = await createSigningKey(service, tx, activeFrom);
    return { kid, activeFrom, ...reEncrypted };
  }, reEncryption);
}
