import { createHash, verify } from "node:crypto";
import { importCachedPublicKey } from "@/lib/domain/passkey/import-cached-public-key";

export interface SignedAssertion {
  authenticatorData: Uint8Array;
  clientDataJSON: Uint8Array;
  signature: Uint8Array;
}

/**
 * Returns whether the key signed the authenticator data and the hash of the client data: WebAuthn
 * L3 §7.2 steps 20–21. ECDSA signatures are DER (§6.5.5), RS256 is RSASSA-PKCS1-v1_5.
 * Stricter than SimpleWebAuthn: also rejects invalid DER, and keys whose type, curve and algorithm
 * don't match. The test compares both.
 */
export function verifyAssertionSignature(
  publicKey: Uint8Array<ArrayBuffer>,
  { authenticatorData, clientDataJSON, signature }: SignedAssertion,
): boolean {
  const signed = Buffer.concat([
    authenticatorData,
    createHash("sha256").update(clientDataJSON).digest(),
  ]);
  try {
    const { key, digest } = importCachedPublicKey(publicKey);
    return verify(digest, signed, key, signature);
  } catch {
    return false;
  }
}
