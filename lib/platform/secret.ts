import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const authTagLength = 16;
const header = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url");
const additionalData = Buffer.from(header, "ascii");

/**
 * Encrypts with AES-256-GCM to a compact JWE (RFC 7516, alg dir). Uses node:crypto because
 * WebCrypto's thread pool costs more than the cipher on a hot path.
 */
export function sealCompact(plaintext: string, key: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength }).setAAD(additionalData);
  const ciphertext = Buffer.concat([sealing.update(plaintext, "utf8"), sealing.final()]);
  const parts = [iv, ciphertext, sealing.getAuthTag()].map((part) => part.toString("base64url"));
  return `${header}..${parts.join(".")}`;
}

/**
 * Decrypts the result of `sealCompact`.
 * @throws Error for another header, another key or changed content
 */
export function openCompact(sealed: string, key: Uint8Array): string {
  const [head, wrappedKey, iv = "", ciphertext = "", tag = "", ...rest] = sealed.split(".");
  if (head !== header || wrappedKey !== "" || rest.length > 0)
    throw new Error("not a JWE from sealCompact");
  const opening = createDecipheriv(cipher, key, Buffer.from(iv, "base64url"), {
    authTagLength,
  }).setAAD(additionalData);
  opening.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([opening.update(ciphertext, "base64url"), opening.final()]).toString("utf8");
}

/** Purpose of a key derived from the service secret. A key can't open values of another purpose. */
type SecretPurpose =
  | "signing-key"
  | "decoy-credential"
  | "list-cursor"
  | "user-list-cursor"
  | "user-timeline-cursor"
  | "challenge-code"
  | "outbox-mail"
  | "hosted-request"
  | "hosted-code"
  | "hosted-later"
  | "account-page"
  | "account-deletion"
  | "email-change"
  | "known-browser"
  | "idempotency"
  | "webhook-secret"
  | "backup";

/** Further secrets that a sealed value is bound to. */
interface Binding {
  apiKey: string;
  idempotencyKey: string;
}

/** Encryption and keyed hashing under the service secret (KEYSTEAD_SECRET). */
export interface Secrets {
  /** AES-256-GCM as a compact JWE (RFC 7516, alg dir). */
  seal(purpose: SecretPurpose, plaintext: string): Promise<string>;
  /**
   * Also opens values sealed under the previous secret. @throws Error if neither secret opens it
   */
  open(purpose: SecretPurpose, sealed: string): Promise<string>;
  /** `seal` under a key that also derives from the binding, so the service secret alone opens nothing. */
  sealBound(purpose: SecretPurpose, binding: Binding, plaintext: string): string;
  /** Also opens values sealed under the previous secret. @throws Error for another binding */
  openBound(purpose: SecretPurpose, binding: Binding, sealed: string): string;
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: SecretPurpose, data: string): Buffer<ArrayBuffer>;
  /**
   * The same under the current secret and, during a rotation, the previous one. For comparing with
   * stored values.
   */
  macs(
    purpose: SecretPurpose,
    data: string,
  ): [current: Buffer<ArrayBuffer>, ...previous: Buffer<ArrayBuffer>[]];
}

function deriveKey(secret: string, purpose: SecretPurpose): Uint8Array {
  // HKDF (RFC 5869) separates purposes. The salt may be empty because the secret must be random.
  return new Uint8Array(hkdfSync("sha256", secret, "", `keystead/${purpose}`, 32));
}

const deriveBoundKey = (secret: string, purpose: SecretPurpose, binding: Binding): Uint8Array =>
  new Uint8Array(
    hkdfSync(
      "sha256",
      secret,
      binding.apiKey,
      `keystead/${purpose}/reply ${binding.idempotencyKey}`,
      32,
    ),
  );

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
    sealBound: (purpose, binding, plaintext) =>
      sealCompact(plaintext, deriveBoundKey(secret, purpose, binding)),
    openBound(purpose, binding, sealed) {
      try {
        return openCompact(sealed, deriveBoundKey(secret, purpose, binding));
      } catch (error) {
        if (previousSecret === undefined) throw error;
        return openCompact(sealed, deriveBoundKey(previousSecret, purpose, binding));
      }
    },
    mac: (purpose, data) => hmac(current(purpose), data),
    macs: (purpose, data) => [
      hmac(current(purpose), data),
      ...(previousSecret === undefined ? [] : [hmac(deriveKey(previousSecret, purpose), data)]),
    ],
  };
}
