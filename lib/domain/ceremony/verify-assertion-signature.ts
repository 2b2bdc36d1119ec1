import { createHash, verify } from "node:crypto";
import { keepPublicKey } from "@/lib/domain/passkey/kept-public-key";

/** What was signed and the signature, as bytes. */
export interface SignedAssertion {
  authenticatorData: Uint8Array;
  clientDataJSON: Uint8Array;
  signature: Uint8Array;
}

/**
 * WebAuthn L3 §7.2 steps 20–21: whether the credential's key signed authenticator data and the hash
 * of the client data. ES256 signatures are DER (§6.5.5), RS256 is RSASSA-PKCS1-v1_5, EdDSA hashes
 * by itself. SimpleWebAuthn is the oracle of its test: nothing passes here that does not pass
 * there, and what passes there alone is no DER, or a key whose members do not belong together.
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
    const key = keepPublicKey(publicKey);
    return verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", signed, key, signature);
  } catch {
    return false;
  }
}
