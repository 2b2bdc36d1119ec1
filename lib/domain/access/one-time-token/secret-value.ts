import { hash, randomBytes } from "node:crypto";

/** Creates a secret of 32 random bytes, base64url. The database stores only its SHA-256. */
export const createSecretValue = () => randomBytes(32).toString("base64url");

export const hashSecretValue = (value: string): Buffer<ArrayBuffer> =>
  hash("sha256", value, "buffer");
