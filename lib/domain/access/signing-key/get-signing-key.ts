import { type CryptoKey, importJWK } from "jose";
import { KeySet } from "@/lib/contract/key-set";
import type { Service } from "@/lib/domain/base/context";
import { StartupError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { ensureSigningKey, findActiveSigningKey } from "./rotate-signing-key";

export interface ActiveKey {
  kid: string;
  privateKey: CryptoKey;
}

// Caching is safe, because a replaced key stays published for an hour.
const cached = new WeakMap<Service["secrets"], { key: ActiveKey; readAtMs: number }>();

async function findOrCreate(service: Service) {
  const active = await findActiveSigningKey(service, service.db);
  return active ?? service.db.$transaction((tx) => ensureSigningKey(service, tx));
}

async function openPrivateKey(service: Service, privateJwe: string): Promise<string> {
  try {
    return await service.secrets.open("signing-key", privateJwe);
  } catch {
    throw new StartupError(
      "KEYSTEAD_SECRET cannot decrypt the stored signing key. " +
        "Set KEYSTEAD_SECRET_PREVIOUS to the secret that encrypted it.",
    );
  }
}

/**
 * Returns the key that currently signs, and creates the installation's first one. Each process
 * caches it for up to a minute. The server calls this at startup, so a wrong secret fails there.
 * @throws StartupError if the service secret cannot decrypt the key
 */
export async function getSigningKey(service: Service): Promise<ActiveKey> {
  const entry = cached.get(service.secrets);
  const now = service.clock.now();
  if (entry !== undefined && Math.abs(now - entry.readAtMs) < lifetimes.signingKeyCacheMs)
    return entry.key;
  const row = await findOrCreate(service);
  const jwk: unknown = JSON.parse(await openPrivateKey(service, row.privateJwe));
  const key = {
    kid: row.kid,
    privateKey: (await importJWK(jwk as Record<string, string>, "ES256")) as CryptoKey,
  };
  cached.set(service.secrets, { key, readAtMs: now });
  return key;
}

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
