import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

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
