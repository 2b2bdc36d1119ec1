import { hash } from "node:crypto";
import type { Service } from "@/lib/domain/context";

/** A secret of 32 random bytes and what is kept of it: its SHA-256. */
export function createSecretValue({ randomBytes }: Pick<Service, "randomBytes">): { value: string; hash: Buffer<ArrayBuffer> } {
  const value = randomBytes(32).toString("base64url");
  return { value, hash: hashSecretValue(value) };
}

export function hashSecretValue(value: string): Buffer<ArrayBuffer> {
  return hash("sha256", value, "buffer");
}
