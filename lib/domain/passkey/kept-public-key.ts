import type { KeyObject } from "node:crypto";
import { importPublicKey } from "./public-key";

const keptKeys = 5_000;

// By the key's own bytes, so that nothing can be out of date. Importing one costs as much as a
// dozen verifications.
const kept = new Map<string, KeyObject>();

/**
 * The COSE key imported, once for as long as it is in use. Throws on a key that could never verify
 * a signature.
 */
export function keepPublicKey(publicKey: Uint8Array<ArrayBuffer>): KeyObject {
  const name = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.byteLength).toString(
    "base64",
  );
  const key = kept.get(name) ?? importPublicKey(publicKey);
  // Used last, forgotten last.
  kept.delete(name);
  kept.set(name, key);
  const oldest = kept.keys().next().value;
  if (kept.size > keptKeys && oldest !== undefined) kept.delete(oldest);
  return key;
}
