import { createHmac, hkdfSync } from "node:crypto";
import { openCompact, sealCompact } from "./compact-jwe";

/** Purpose of a key derived from the service secret. A key can't open values of another purpose. */
type SecretPurpose =
  | "signing-key"
  | "decoy-credential"
  | "list-cursor"
  | "challenge-code"
  | "outbox-mail"
  | "hosted-request"
  | "hosted-code"
  | "hosted-later"
  | "known-browser";

/** Encryption and keyed hashing under the service secret (KEYSTEAD_SECRET). */
export interface Secrets {
  /** AES-256-GCM as a compact JWE (RFC 7516, alg dir). */
  seal(purpose: SecretPurpose, plaintext: string): Promise<string>;
  /**
   * Also opens values sealed under the previous secret. @throws Error if neither secret opens it
   */
  open(purpose: SecretPurpose, sealed: string): Promise<string>;
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: SecretPurpose, data: string): Buffer<ArrayBuffer>;
  /**
   * The same under the current secret and, during a rotation, the previous one. For comparing with
   * stored values.
   */
  macs(purpose: SecretPurpose, data: string): Buffer<ArrayBuffer>[];
}

function deriveKey(secret: string, purpose: SecretPurpose): Uint8Array {
  // HKDF (RFC 5869) separates purposes. The salt may be empty because the secret must be random.
  return new Uint8Array(hkdfSync("sha256", secret, "", `keystead/${purpose}`, 32));
}

const hmac = (key: Uint8Array, data: string) => createHmac("sha256", key).update(data).digest();

/** @param previousSecret only opens values, during a rotation of the secret */
export function createSecrets(secret: string, previousSecret?: string): Secrets {
  const purposes = new Map<SecretPurpose, Uint8Array>();
  const current = (purpose: SecretPurpose) => {
    const known = purposes.get(purpose) ?? deriveKey(secret, purpose);
    purposes.set(purpose, known);
    return known;
  };

  return {
    seal: (purpose, plaintext) => Promise.resolve(sealCompact(plaintext, current(purpose))),
    async open(purpose, sealed) {
      try {
        return openCompact(sealed, current(purpose));
      } catch (error) {
        if (previousSecret === undefined) throw error;
        return openCompact(sealed, deriveKey(previousSecret, purpose));
      }
    },
    mac: (purpose, data) => hmac(current(purpose), data),
    macs: (purpose, data) =>
      [
        current(purpose),
        ...(previousSecret === undefined ? [] : [deriveKey(previousSecret, purpose)]),
      ].map((key) => hmac(key, data)),
  };
}
