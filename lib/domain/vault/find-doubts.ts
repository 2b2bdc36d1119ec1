import type { ImportedPasskey, ImportWarning } from "@/lib/contract/vault-import";
import { decodeBase64 } from "./decode-base64";
import { findOtherEncoding } from "./other-encoding";

export type Doubt = Omit<ImportWarning, "line">;

// WebAuthn L3 §4, "Credential ID".
const credentialIdBytes = 16;
const identifiers = ["userId", "sub"] as const;
const moments = ["createdAt", "lastUsedAt", "namedAt", "quarantinedUntil"] as const;

function* doubtsOf(line: ImportedPasskey): Generator<Doubt> {
  const { credentialId, userHandle, user } = line;
  const { length: bytes = 0 } = decodeBase64(credentialId) ?? {};
  if (bytes < credentialIdBytes)
    yield {
      reason: "credential-id",
      message: `credentialId: has ${bytes} bytes, and devices make ids of ${credentialIdBytes} or more`,
    };
  const encoding = findOtherEncoding(userHandle);
  if (encoding !== null)
    yield { reason: "user-handle", message: `userHandle: ${encoding.hint}, if it isn't base64url` };
  const same = identifiers.find((name) => user[name] === userHandle);
  if (same !== undefined && encoding === null)
    yield {
      reason: "user-handle",
      message:
        `userHandle: is the same text as user.${same}. If it is not base64url, send ` +
        Buffer.from(userHandle).toString("base64url"),
    };
  for (const name of moments)
    if (line[name] === 0)
      yield { reason: "time", message: `${name}: is the year 1970. Omit it if it is unknown` };
}

/** Finds what a valid line probably doesn't mean. Such lines are imported. */
export const findDoubts = (line: ImportedPasskey): Doubt[] => [...doubtsOf(line)];
