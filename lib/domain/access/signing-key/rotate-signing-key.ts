import { exportJWK, generateKeyPair } from "jose";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { lifetimes } from "@/lib/limits";
import { reEncryptAll, type ReEncrypted, reEncryption } from "./re-encrypt-secrets";

/** Creates an ES256 key. Its private part is stored encrypted under the service secret. */
async function createSigningKey(
  service: Service,
  tx: Queryable,
  activeFromMs: number,
): Promise<{ kid: string }> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = service.createId();
  const { kty, crv, x, y } = await exportJWK(publicKey);
  await tx.signingKey.create({
    data: {
      kid,
      algorithm: "ES256",
      publicJwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" } as Record<string, string>,
      privateJwe: await service.secrets.seal(
        "signing-key",
        JSON.stringify(await exportJWK(privateKey)),
      ),
      createdAt: new Date(service.clock.now()),
      activeFrom: new Date(activeFromMs),
    },
  });
  return { kid };
}

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
