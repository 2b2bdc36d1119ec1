import { LRUCache } from "lru-cache";
import { importPublicKey, type VerificationKey } from "./public-key";

// By the key's bytes, so an entry is never outdated. Importing a key takes as long as a dozen
// verifications.
const cache = new LRUCache<string, VerificationKey>({ max: 5_000 });

/** Imports a COSE key, or returns it from the cache. @throws Error as importPublicKey */
export function importCachedPublicKey(publicKey: Uint8Array<ArrayBuffer>): VerificationKey {
  const name = Buffer.from(publicKey).toString("base64");
  const key = cache.get(name) ?? importPublicKey(publicKey);
  cache.set(name, key);
  return key;
}
