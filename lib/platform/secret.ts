import { createHmac, hkdfSync } from "node:crypto";
import { openCompact, sealCompact } from "./compact-jwe";

/** What a key derived from the service secret is for; one purpose never opens another's. */
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
  /** Also opens what the previous secret sealed. Throws when neither opens it. */
  open(purpose: SecretPurpose, sealed: string): Promise<string>;
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: SecretPurpose, data: string): Buffer<ArrayBuffer>;
  /** The same in hex, for hot paths that write it as text. */
  macInHex(purpose: SecretPurpose, data: string): string;
  /**
   * The same under the current secret and, while it is being changed, the previous one: for
   * comparing with what is kept.
   */
  macs(purpose: SecretPurpose, data: string): Buffer<ArrayBuffer>[];
}

function deriveKey(secret: string, purpose: SecretPurpose): Uint8Array {
  // HKDF (RFC 5869) separates purposes; the salt may be empty because the secret is required to be
  // random.
  return new Uint8Array(hkdfSync("sha256", secret, "", `keystead/${purpose}`, 32));
}

const hmac = (key: Uint8Array, data: string) => createHmac("sha256", key).update(data);

/** @param previousSecret opens, and never seals, while the secret is being changed */
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
    mac: (purpose, data) => hmac(current(purpose), data).digest(),
    macInHex: (purpose, data) => hmac(current(purpose), data).digest("hex"),
    macs: (purpose, data) =>
      [
        current(purpose),
        ...(previousSecret === undefined ? [] : [deriveKey(previousSecret, purpose)]),
      ].map((key) => hmac(key, data).digest()),
  };
}
