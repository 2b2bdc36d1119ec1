import { hash } from "node:crypto";
import type { Service } from "@/lib/domain/context";

/** A secret of 32 random bytes. Kept is its SHA-256. */
export const createSecretValue = ({ randomBytes }: Pick<Service, "randomBytes">) =>
  randomBytes(32).toString("base64url");

export const hashSecretValue = (value: string): Buffer<ArrayBuffer> =>
  hash("sha256", value, "buffer");

/** The same in hex, which takes half as long as the bytes: for hot paths that write it as text. */
export const hashSecretInHex = (value: string) => hash("sha256", value, "hex");
