import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  type KeyPairKeyObjectResult,
  sign,
} from "node:crypto";
import { cose, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { Bytes } from "./bytes";

const { COSEALG, COSECRV, COSEKEYS, COSEKTY } = cose;

/** COSE algorithms of the device: ES256, EdDSA, RS256, ES384, ES512 and Ed448. */
export type Algorithm = -7 | -8 | -257 | -35 | -36 | -53;

// The library's lists lack Ed448 (RFC 9864; its curve: RFC 9053 §7.2).
const ed448 = { algorithm: -53, curve: 7 } as const;

/**
 * A COSE_Key before encoding (WebAuthn L3 §6.5.1.1): integer labels with integer or byte string
 * values.
 */
export type CoseKey = Map<number, number | Bytes>;

/** The key pair of one credential ("credential key pair", WebAuthn L3 §4). */
export interface CredentialKey {
  readonly algorithm: Algorithm;
  /** The public key with its correct algorithm label. */
  readonly coseKey: CoseKey;
  /** DER SubjectPublicKeyInfo, what `getPublicKey()` returns (WebAuthn L3 §5.2.1.1). */
  readonly spki: Bytes;
  /** A signature as WebAuthn L3 §6.5.5 formats it: DER for ECDSA, plain bytes for the others. */
  sign: (data: Bytes) => Bytes;
}

interface Scheme {
  hash: "sha256" | "sha384" | "sha512" | null;
  keyType: number;
  generate: () => KeyPairKeyObjectResult;
  parameters: (jwk: JsonWebKey) => [label: number, value: number | Bytes][];
}

const schemes: Record<Algorithm, Scheme> = {
  [COSEALG.ES256]: {
    hash: "sha256",
    keyType: COSEKTY.EC2,
    generate: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    parameters: (jwk) => pointParameters(COSECRV.P256, jwk),
  },
  [COSEALG.ES384]: {
    hash: "sha384",
    keyType: COSEKTY.EC2,
    generate: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
    parameters: (jwk) => pointParameters(COSECRV.P384, jwk),
  },
  [COSEALG.ES512]: {
    hash: "sha512",
    keyType: COSEKTY.EC2,
    generate: () => generateKeyPairSync("ec", { namedCurve: "P-521" }),
    parameters: (jwk) => pointParameters(COSECRV.P521, jwk),
  },
  [ed448.algorithm]: {
    hash: null,
    keyType: COSEKTY.OKP,
    generate: () => generateKeyPairSync("ed448"),
    parameters: (jwk) => [
      [COSEKEYS.crv, ed448.curve],
      [COSEKEYS.x, jwkBytes(jwk.x)],
    ],
  },
  [COSEALG.EdDSA]: {
    hash: null,
    keyType: COSEKTY.OKP,
    generate: () => generateKeyPairSync("ed25519"),
    parameters: (jwk) => [
      [COSEKEYS.crv, COSECRV.ED25519],
      [COSEKEYS.x, jwkBytes(jwk.x)],
    ],
  },
  [COSEALG.RS256]: {
    hash: "sha256",
    keyType: COSEKTY.RSA,
    generate: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
    parameters: (jwk) => [
      [COSEKEYS.n, jwkBytes(jwk.n)],
      [COSEKEYS.e, jwkBytes(jwk.e)],
    ],
  },
};

/**
 * Exports a generated public key as JWK through its DER. On Node 20, exporting a fresh key directly
 * as JWK can deadlock with the garbage collection of its generation.
 */
export function exportGenerated(publicKey: KeyObject): JsonWebKey {
  return createPublicKey({
    key: publicKey.export({ format: "der", type: "spki" }),
    format: "der",
    type: "spki",
  }).export({ format: "jwk" });
}

/** Generates a key pair. RSA takes tens to hundreds of milliseconds, the others under one. */
export function generateCredentialKey(algorithm: Algorithm): CredentialKey {
  const { hash, keyType, generate, parameters } = schemes[algorithm];
  const { publicKey, privateKey } = generate();
  return {
    algorithm,
    coseKey: new Map([
      [COSEKEYS.kty, keyType],
      [COSEKEYS.alg, algorithm],
      ...parameters(exportGenerated(publicKey)),
    ]),
    spki: publicKey.export({ format: "der", type: "spki" }),
    sign: (data) => sign(hash, data, privateKey),
  };
}

/** Returns the COSE_Key with another algorithm label, so that label and key material may differ. */
export function relabelled(coseKey: CoseKey, algorithm: number): CoseKey {
  return new Map(coseKey).set(COSEKEYS.alg, algorithm);
}

function pointParameters(curve: number, jwk: JsonWebKey): [label: number, value: number | Bytes][] {
  return [
    [COSEKEYS.crv, curve],
    [COSEKEYS.x, jwkBytes(jwk.x)],
    [COSEKEYS.y, jwkBytes(jwk.y)],
  ];
}

function jwkBytes(member: string | undefined): Bytes {
  if (member === undefined)
    throw new Error("The exported public key lacks a member that its type must have.");
  return isoBase64URL.toBuffer(member);
}
