import { idPattern } from "@/lib/contract/fields";
import type {
  ImportedPasskey,
  ImportedUser as UserLine,
  MalformedReason,
} from "@/lib/contract/vault-import";
import type { TenancyContext } from "@/lib/domain/base/context";
import { type Email, parseEmail } from "@/lib/domain/base/email-address";
import { resolveRpId } from "@/lib/domain/base/tenancy/origin";
import { displayNameOf } from "@/lib/domain/passkey/display-name-of";
import { isServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { decodeBase64, findOtherEncoding } from "./decode-base64";
import { type ReadKey, readPublicKey } from "./read-public-key";

/** A line that is invalid by itself, regardless of the vault's contents. */
export class MalformedLine extends Error {
  constructor(
    readonly reason: MalformedReason,
    message: string,
  ) {
    super(message);
  }
}

/** The passkey's user as the line describes them. Names and state apply to a new user only. */
export interface ImportedUser {
  sub?: string | undefined;
  userId?: string | undefined;
  email: Email | null;
  emailVerified: boolean;
  emailOwned: boolean;
  givenName: string;
  familyName: string;
  disabledAt: Date | null;
  disabledReason: string | null;
}

/** A valid line with only a user. */
export interface ReadyUser {
  user: ImportedUser;
  createdAt: Date | undefined;
}

/** A valid line with a passkey. */
export interface ReadyPasskey {
  /** Keystead's own id to use if it is free. An id in another form is in `columns.formerId`. */
  id?: string | undefined;
  columns: Omit<Prisma.PasskeyCreateManyInput, "tenancyId" | "id" | "sub"> & {
    formerId: string | null;
    publicKey: Uint8Array<ArrayBuffer>;
  };
  user: ImportedUser;
}

const reasons = { credentialId: "credential-id", userHandle: "user-handle" } as const;

/** Decodes at most `maxBytes` bytes and returns them as base64url. */
function readBytes(
  line: ImportedPasskey,
  field: "credentialId" | "userHandle",
  maxBytes: number,
): string {
  const other = findOtherEncoding(line[field]);
  if (other?.isCertain === true) throw new MalformedLine(reasons[field], `${field}: ${other.hint}`);
  const bytes = decodeBase64(line[field]);
  if (bytes === null || bytes.length > maxBytes)
    throw new MalformedLine(
      reasons[field],
      `${field}: is not base64url or base64 of 1 to ${maxBytes} bytes`,
    );
  return bytes.toString("base64url");
}

function readKey({ publicKey, algorithm }: ImportedPasskey): ReadKey {
  const read = readPublicKey(publicKey);
  if (read === "public-key")
    throw new MalformedLine(
      "public-key",
      "publicKey is neither a COSE key nor a SubjectPublicKeyInfo that can verify signatures",
    );
  if (read === "algorithm")
    throw new MalformedLine(
      "algorithm",
      "publicKey has an algorithm that Keystead doesn't support",
    );
  if (algorithm !== undefined && algorithm !== read.algorithm)
    throw new MalformedLine(
      "algorithm",
      `publicKey has algorithm ${read.algorithm}, not ${algorithm}`,
    );
  return read;
}

function readRpId(ctx: TenancyContext, rpId: string | undefined): string {
  try {
    return resolveRpId(ctx.tenancy, rpId);
  } catch (error) {
    if (isServiceError(error)) throw new MalformedLine("rp-id", error.message);
    throw error;
  }
}

function readUser(
  ctx: TenancyContext,
  { email: given = "", ...user }: ImportedPasskey["user"] & { disabledReason?: string | undefined },
): ImportedUser {
  const email = given.trim() === "" ? null : parseEmail(given);
  if (email === null && given.trim() !== "")
    throw new MalformedLine("email", "user.email is not an email address");
  if (user.userId === undefined && user.sub === undefined && email === null)
    throw new MalformedLine("user", "user has neither userId nor sub nor email");
  const emailVerified = email !== null && user.emailVerified === true;
  return {
    sub: user.sub,
    userId: user.userId,
    email,
    emailVerified,
    emailOwned: email !== null && !emailVerified && user.emailHeld !== false,
    givenName: user.givenName ?? "",
    familyName: user.familyName ?? "",
    disabledAt: user.enabled === false ? new Date(ctx.clock.now()) : null,
    disabledReason: user.enabled === false ? (user.disabledReason ?? null) : null,
  };
}

/** Validates a line with only a user. @throws MalformedLine */
export function readImportedUser(ctx: TenancyContext, line: UserLine): ReadyUser {
  const user = readUser(ctx, line);
  const ownsEmail = user.emailVerified || user.emailOwned;
  // A second import could not find the user again.
  if (user.userId === undefined && user.sub === undefined && !ownsEmail)
    throw new MalformedLine("user", "has neither userId nor sub, and only claims its email");
  return { user, createdAt: line.createdAt === undefined ? undefined : new Date(line.createdAt) };
}

/**
 * A passkey that is backed up could be; where neither is known, the first sign-in tells (WebAuthn
 * L3 §6.1.3).
 */
function readBackup({ backupEligible, backedUp = false }: ImportedPasskey) {
  if (backedUp && backupEligible === false)
    throw new MalformedLine("backup-state", "backedUp is true, but backupEligible is false");
  return {
    backupEligible: backupEligible ?? backedUp,
    backupAssumed: backupEligible === undefined && !backedUp,
    backedUp,
  };
}

/** Validates a line and converts it to database columns. @throws MalformedLine */
export function readImportedPasskey(ctx: TenancyContext, line: ImportedPasskey): ReadyPasskey {
  const now = new Date(ctx.clock.now());
  const user = readUser(ctx, line.user);
  const username = line.username ?? user.email?.shown ?? user.userId?.slice(0, 254);
  if (username === undefined)
    throw new MalformedLine(
      "username",
      "has no username, and its user has neither email nor userId",
    );
  const isOwnId = line.id !== undefined && idPattern.test(line.id);
  const createdAt = line.createdAt === undefined ? now : new Date(line.createdAt);
  const columns = {
    formerId: isOwnId ? null : (line.id ?? null),
    credentialId: readBytes(line, "credentialId", limits.credentialIdBytes),
    userHandle: readBytes(line, "userHandle", limits.userHandleBytes),
    ...readKey(line),
    rpId: readRpId(ctx, line.rpId),
    ...readBackup(line),
    signCount: line.signCount ?? 0,
    transports: line.transports ?? [],
    userVerified: line.userVerified ?? false,
    aaguid: line.aaguid?.toLowerCase() ?? "00000000-0000-0000-0000-000000000000",
    attestationFormat: line.attestationFormat ?? "none",
    username,
    displayName: displayNameOf({ ...line.user, displayName: line.displayName }, username),
    namedAt: line.namedAt === undefined ? createdAt : new Date(line.namedAt),
    disabledAt: line.enabled === false ? now : null,
    disabledReason: line.enabled === false ? (line.disabledReason ?? null) : null,
    quarantinedUntil: line.quarantinedUntil === undefined ? null : new Date(line.quarantinedUntil),
    lastUsedAt: line.lastUsedAt === undefined ? null : new Date(line.lastUsedAt),
    createdAt,
    updatedAt: now,
  };
  return { id: isOwnId ? line.id : undefined, columns, user };
}
