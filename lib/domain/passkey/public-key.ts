import { createPublicKey, type KeyObject } from "node:crypto";
import { cose as registry, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";

const { COSEALG, COSECRV, COSEKEYS, COSEKTY } = registry;
const rsaModulusBytes = { min: 256, max: 512 };

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

/**
 * Imports a COSE key (RFC 9053).
 * @throws Error when its type, curve and algorithm don't match, or a parameter has the wrong size
 */
export function importPublicKey(publicKey: Uint8Array<ArrayBuffer>): KeyObject {
  const cose = decodeCredentialPublicKey(publicKey) as unknown as Map<number, unknown>;
  const [kty, alg, crv] = [cose.get(COSEKEYS.kty), cose.get(COSEKEYS.alg), cose.get(COSEKEYS.crv)];
  const [x, y] = [cose.get(COSEKEYS.x), cose.get(COSEKEYS.y)];
  const point = { min: 32, max: 32 };
  if (alg === COSEALG.ES256 && kty === COSEKTY.EC2 && crv === COSECRV.P256)
    return createPublicKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x: bytes(x, point), y: bytes(y, point) },
    });
  if (alg === COSEALG.EdDSA && kty === COSEKTY.OKP && crv === COSECRV.ED25519)
    return createPublicKey({
      format: "jwk",
      key: { kty: "OKP", crv: "Ed25519", x: bytes(x, point) },
    });
  if (alg === COSEALG.RS256 && kty === COSEKTY.RSA) {
    // COSE labels -1 and -2 are n and e of an RSA key (RFC 8230 §4).
    const n = bytes(cose.get(COSEKEYS.n), rsaModulusBytes);
    return createPublicKey({
      format: "jwk",
      key: { kty: "RSA", n, e: bytes(cose.get(COSEKEYS.e), { min: 1, max: 4 }) },
    });
  }
  throw new Error("the COSE key's type, curve and algorithm do not match");
}
