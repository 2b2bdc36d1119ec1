import { randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import {
  type Algorithm,
  type CredentialKey,
  generateCredentialKey,
} from "@/testing/authenticator/keys";

export const random = (bytes: number): string => randomBytes(bytes).toString("base64url");

export const coseOf = ({ coseKey }: CredentialKey): Uint8Array<ArrayBuffer> =>
  isoCBOR.encode(coseKey);

/** A valid import line. Its user has an application id. */
export interface SampleLine {
  credentialId: string;
  publicKey: string;
  userHandle: string;
  user: { userId?: string; sub?: string; email?: string } & Record<string, unknown>;
  [field: string]: unknown;
}

export function sampleLine(
  fields: Record<string, unknown> = {},
  algorithm: Algorithm = -7,
): SampleLine {
  const publicKey = Buffer.from(coseOf(generateCredentialKey(algorithm))).toString("base64url");
  return {
    credentialId: random(32),
    publicKey,
    userHandle: random(32),
    username: "ada",
    user: { userId: `user-${random(6)}` },
    ...fields,
  };
}
