import { createHash, type KeyObject, verify } from "node:crypto";
import type { CredentialAlgorithm } from "@/lib/domain/base/credential-algorithms";
import type { Certificate } from "./read-certificate";

/** Why a statement is invalid, for the log and the conformance table. */
export type StatementReason =
  | "unknown-format"
  | "malformed"
  | "algorithm"
  | "signature"
  | "certificate"
  | "aaguid"
  | "public-key"
  | "ceremony";

/** The error of a statement that fails a step of WebAuthn L3 §8. */
export class StatementError extends Error {
  constructor(readonly reason: StatementReason) {
    super(reason);
  }
}

/** What a format's check reads: the statement, and what it attests. */
export interface Statement {
  members: ReadonlyMap<unknown, unknown>;
  /** Of `x5c`, leaf first; empty when the statement has none. */
  certificates: readonly Certificate[];
  authenticatorData: Uint8Array<ArrayBuffer>;
  clientDataHash: Uint8Array<ArrayBuffer>;
  rpIdHash: Uint8Array<ArrayBuffer>;
  aaguid: string;
  credentialId: Uint8Array<ArrayBuffer>;
  credentialKey: KeyObject;
  credentialAlgorithm: number;
}

/** Throws unless the condition is true. @throws StatementError */
export function requireThat(condition: boolean, reason: StatementReason): asserts condition {
  if (!condition) throw new StatementError(reason);
}

/** Returns a member that must be a byte string. @throws StatementError `malformed` */
export function bytesOf({ members }: Statement, name: string): Uint8Array<ArrayBuffer> {
  const value = members.get(name);
  requireThat(value instanceof Uint8Array, "malformed");
  return new Uint8Array(value);
}

/** Returns the certificate that signed the statement. @throws StatementError `malformed` */
export function leafOf({ certificates }: Statement): Certificate {
  const [leaf] = certificates;
  requireThat(leaf !== undefined, "malformed");
  return leaf;
}

/** Returns what most formats sign: the authenticator data and the hash of the client data. */
export const signedBytes = ({ authenticatorData, clientDataHash }: Statement): Buffer =>
  Buffer.concat([authenticatorData, clientDataHash]);

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(one, other) === 0;

export const digestOf = (algorithm: string, data: Uint8Array): Buffer =>
  createHash(algorithm).update(data).digest();

export interface SignatureScheme extends Pick<CredentialAlgorithm, "keyType"> {
  digest: CredentialAlgorithm["digest"] | "sha1";
}

const keyTypes = { ec: "EC2", rsa: "RSA", ed25519: "OKP", ed448: "OKP" } as const;

/**
 * Requires a signature by this key.
 * @throws StatementError `algorithm` when the key has another type, else `signature`
 */
export function requireSignature(
  key: KeyObject,
  { keyType, digest }: SignatureScheme,
  { data, signature }: { data: Uint8Array; signature: Uint8Array },
): void {
  const type = key.asymmetricKeyType ?? "";
  requireThat(type in keyTypes && keyTypes[type as keyof typeof keyTypes] === keyType, "algorithm");
  requireThat(verify(digest, data, key, signature), "signature");
}
