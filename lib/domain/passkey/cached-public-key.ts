import type { KeyObject } from "node:crypto";
import { importPublicKey } from "./public-key";

const maxKeys = 5_000;

// By the key's bytes, so an entry is never outdated. Importing a key takes as long as a dozen
// verifications.
const cache = new Map<string, KeyObject>();

/** Imports a COSE key, or returns it from the cache. @throws Error as importPublicKey */
export function importCachedPublicKey(publicKey: Uint8Array<ArrayBuffer>): KeyObject {
  const cacheKey = Buffer.from(
    publicKey.buffer,
    publicKey.byteOffset,
    publicKey.byteLength,
  ).toString("base64");
  const key = cache.get(cacheKey) ?? importPublicKey(publicKey);
  // Reinsert, so that the first entry is the least recently used.
  cache.delete(cacheKey);
  cache.set(cacheKey, key);
  const oldest = cache.keys().next().value;
  if (cache.size > maxKeys && oldest !== undefined) cache.delete(oldest);
  return key;
}
