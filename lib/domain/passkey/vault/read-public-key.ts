import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { decodeCBOR, encodeCBOR } from "@levischuck/tiny-cbor";
import { cose as registry } from "@simplewebauthn/server/helpers";
import { algorithmIds, credentialAlgorithms } from "@/lib/domain/base/credential-algorithms";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import { decodeBase64 } from "./decode-base64";

const { COSEKEYS, COSEKTY } = registry;

export interface ReadKey {
  /** COSE key in CTAP2's canonical form, so that equal keys have equal bytes. */
  publicKey: Uint8Array<ArrayBuffer>;
  algorithm: number;
}

// Public keys only: createPublicKey would also accept PEM certificates and private keys.
const pem = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/;
const derSequence = 0x30;

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Imports a DER key. Null if it has trailing bytes or is not canonical DER. */
function importSpki(der: Buffer): KeyObject | null {
  const key = attempt(() => createPublicKey({ key: der, format: "der", type: "spki" }));
  return key !== null && key.export({ format: "der", type: "spki" }).equals(der) ? key : null;
}

const member = (value: string | undefined) => new Uint8Array(Buffer.from(value ?? "", "base64url"));

/** Writes a key with the algorithm of its type and curve; null when no algorithm uses it. */
function toCose({ kty, crv, x, y, n, e }: JsonWebKey): ReadKey | null {
  const algorithm = credentialAlgorithms.find(({ keyType, curve }) =>
    kty === "RSA" ? keyType === "RSA" : curve !== undefined && curve.name === crv,
  );
  if (algorithm === undefined) return null;
  const { id, keyType, curve } = algorithm;
  const parameters: [number, number | Uint8Array][] =
    curve === undefined
      ? [
          [COSEKEYS.n, member(n)],
          [COSEKEYS.e, member(e)],
        ]
      : [
          [COSEKEYS.crv, curve.id],
          [COSEKEYS.x, member(x)],
          ...(y === undefined ? [] : [[COSEKEYS.y, member(y)] satisfies [number, Uint8Array]]),
        ];
  const publicKey = encodeCBOR(
    new Map<string | number, number | Uint8Array>([
      [COSEKEYS.kty, COSEKTY[keyType]],
      [COSEKEYS.alg, id],
      ...parameters,
    ]),
  );
  return { publicKey: new Uint8Array(publicKey), algorithm: id };
}

function readSpki(der: Buffer): ReadKey | "public-key" | "algorithm" {
  const key = importSpki(der);
  if (key === null) return "public-key";
  const read = attempt(() => toCose(key.export({ format: "jwk" })));
  if (read === null) return "algorithm";
  return attempt(() => importPublicKey(read.publicKey)) === null ? "public-key" : read;
}

function readCose(bytes: Uint8Array<ArrayBuffer>): ReadKey | "public-key" | "algorithm" {
  // Decode all bytes: SimpleWebAuthn's decoder ignores trailing ones.
  if (!(attempt(() => decodeCBOR(bytes)) instanceof Map)) return "public-key";
  const algorithm = algorithmOf(bytes);
  if (algorithm === null) return "public-key";
  if (!algorithmIds.includes(algorithm)) return "algorithm";
  return (
    attempt(() => toCose(importPublicKey(bytes).key.export({ format: "jwk" }))) ?? "public-key"
  );
}

/**
 * Reads a credential's public key: a COSE key or SubjectPublicKeyInfo in base64url or base64, or a
 * SubjectPublicKeyInfo as PEM. It accepts only keys that can verify signatures.
 * @returns the key, else the invalid part
 */
export function readPublicKey(text: string): ReadKey | "public-key" | "algorithm" {
  const bytes = decodeBase64(pem.exec(text)?.[1] ?? text);
  if (bytes === null) return "public-key";
  return bytes[0] === derSequence ? readSpki(bytes) : readCose(new Uint8Array(bytes));
}
