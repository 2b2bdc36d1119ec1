import type { ImportedPasskey, ImportedUser, ImportWarning } from "@/lib/contract/vault-import";
import { findUserIdFault } from "@/lib/domain/user/find-user-by-user-id";
import { decodeBase64 } from "./decode-base64";
import { findOtherEncoding } from "./other-encoding";

export type Doubt = Omit<ImportWarning, "line">;

// WebAuthn L3 §4, "Credential ID".
const credentialIdBytes = 16;
const identifiers = ["userId", "sub"] as const;
const moments = ["createdAt", "lastUsedAt", "namedAt", "quarantinedUntil"] as const;

/** The REST API would refuse the id of a new user. */
function* userIdDoubts(path: string, userId: string | undefined): Generator<Doubt> {
  const fault = userId === undefined ? undefined : findUserIdFault(userId);
  if (fault !== undefined) yield { reason: "user-id", message: `${path}: ${fault}` };
}

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
  yield* userIdDoubts("user.userId", user.userId);
}

/** Finds what a valid line probably doesn't mean. Such lines are imported. */
export const findDoubts = (line: ImportedPasskey | ImportedUser): Doubt[] =>
  line._tag === "VaultUser" ? [...userIdDoubts("userId", line.userId)] : [...doubtsOf(line)];
