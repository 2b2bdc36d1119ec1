import { importJWK, type CryptoKey } from "jose";
import { lifetimes } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { StartupError } from "@/lib/errors";
import { ensureSigningKey, findActiveSigningKey } from "./ensure-signing-key";

export interface ActiveKey {
  kid: string;
  privateKey: CryptoKey;
}

// A look-up and a decryption per sign-in would buy nothing: a superseded key stays published for an
// hour.
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
      "KEYSTEAD_SECRET does not open the stored signing key; set KEYSTEAD_SECRET_PREVIOUS to the secret that it was made under.",
    );
  }
}

/**
 * The key that signs now; makes the installation's first one. Remembered for up to a minute per
 * process.
 * @throws StartupError when the service secret does not open it; the start asks, so that no sign-in
 * has to
 */
export async function getSigningKey(service: Service): Promise<ActiveKey> {
  const known = cached.get(service.secrets);
  const now = service.clock.now();
  if (known !== undefined && Math.abs(now - known.readAtMs) < lifetimes.signingKeyCacheMs)
    return known.key;
  const row = await findOrCreate(service);
  const jwk: unknown = JSON.parse(await openPrivateKey(service, row.privateJwe));
  const key = {
    kid: row.kid,
    privateKey: (await importJWK(jwk as Record<string, string>, "ES256")) as CryptoKey,
  };
  cached.set(service.secrets, { key, readAtMs: now });
  return key;
}
