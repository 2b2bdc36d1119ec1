import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { cose as registry, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { LRUCache } from "lru-cache";
import { type CredentialAlgorithm, findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import { limits } from "@/lib/limits";

const { COSEKEYS, COSEKTY } = registry;
const { minBits, maxBits, maxExponentBytes } = limits.rsa;

/** A key that verifies a credential's signatures, and the digest that the credential signs. */
interface VerificationKey {
  key: KeyObject;
  digest: CredentialAlgorithm["digest"];
}

function bytes(value: unknown, length: { min: number; max: number }): string {
  if (!(value instanceof Uint8Array) || value.length < length.min || value.length > length.max)
    throw new Error("a COSE key parameter has the wrong size");
  return Buffer.from(value).toString("base64url");
}

/** Reads the COSE algorithm of a credential public key; null if it is unreadable. */
export function algorithmOf(publicKey: Uint8Array<ArrayBuffer>): number | null {
  try {
    const algorithm: unknown = decodeCredentialPublicKey(publicKey).get(COSEKEYS.alg);
    return typeof algorithm === "number" ? algorithm : null;
  } catch {
    return null;
  }
}

function toJwk(cose: Map<number, unknown>, { curve, keyType }: CredentialAlgorithm): JsonWebKey {
  if (curve === undefined)
    return {
      kty: "RSA",
      n: bytes(cose.get(COSEKEYS.n), { min: minBits / 8, max: maxBits / 8 }),
      e: bytes(cose.get(COSEKEYS.e), { min: 1, max: maxExponentBytes }),
    };
  if (cose.get(COSEKEYS.crv) !== curve.id) throw new Error("the COSE key's curve does not match");
  const point = { min: curve.coordinateBytes, max: curve.coordinateBytes };
  const x = bytes(cose.get(COSEKEYS.x), point);
  return keyType === "OKP"
    ? { kty: "OKP", crv: curve.name, x }
    : { kty: "EC", crv: curve.name, x, y: bytes(cose.get(COSEKEYS.y), point) };
}

/**
 * Imports a COSE key (RFC 9053 §7, RFC 8230 §4).
 * @throws Error when its type, curve and algorithm don't match, or a parameter has the wrong size
 */
export function importPublicKey(publicKey: Uint8Array<ArrayBuffer>): VerificationKey {
  const cose = decodeCredentialPublicKey(publicKey) as unknown as Map<number, unknown>;
  const algorithm = findAlgorithm(cose.get(COSEKEYS.alg));
  if (algorithm === undefined || cose.get(COSEKEYS.kty) !== COSEKTY[algorithm.keyType])
    throw new Error("the COSE key's type and algorithm do not match");
  return {
    key: createPublicKey({ format: "jwk", key: toJwk(cose, algorithm) }),
    digest: algorithm.digest,
  };
}

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
