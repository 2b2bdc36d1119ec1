import { z } from "zod";
import type { VaultPasskey, VaultUser } from "@/lib/contract/vault";
import { shownPasskeyId } from "@/lib/domain/passkey/passkey-id";
import { Prisma } from "@/prisma/generated/client";

const nameColumns = Prisma.sql`
  u."sub", u."userId", u."email", u."emailVerified", u."emailVouched" AS "emailOwned", u."givenName",
  u."familyName", u."disabledAt" AS "userDisabledAt"`;

/** The exported columns of passkey `p` and its user `u`. */
export const vaultColumns = Prisma.sql`
  p."id", p."formerId", p."credentialId", p."publicKey", p."algorithm", p."signCount", p."transports",
  p."backupEligible", p."backupAssumed", p."backedUp", p."userVerified", p."aaguid",
  p."attestationFormat", p."userHandle", p."rpId", p."username", p."displayName", p."namedAt",
  p."disabledAt", p."disabledReason", p."quarantinedUntil", p."createdAt", p."lastUsedAt",
  ${nameColumns}`;

/** The exported columns of user `u`. */
export const userColumns = Prisma.sql`
  u."sub" AS "id", ${nameColumns}, u."disabledReason", u."createdAt"`;

const userFields = {
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  emailOwned: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  userDisabledAt: z.date().nullable(),
};

export const UserRow = z.object({
  /** The sub, which the export walks. */
  id: z.string(),
  ...userFields,
  disabledReason: z.string().nullable(),
  createdAt: z.date(),
});
export type UserRow = z.infer<typeof UserRow>;

export const VaultRow = z.object({
  id: z.string(),
  formerId: z.string().nullable(),
  credentialId: z.string(),
  publicKey: z.instanceof(Uint8Array),
  algorithm: z.int(),
  // pg returns bigint columns as text.
  signCount: z.coerce.number(),
  transports: z.array(z.string()),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  backedUp: z.boolean(),
  userVerified: z.boolean(),
  aaguid: z.string(),
  attestationFormat: z.string(),
  userHandle: z.string(),
  rpId: z.string(),
  username: z.string(),
  displayName: z.string(),
  namedAt: z.date(),
  disabledAt: z.date().nullable(),
  disabledReason: z.string().nullable(),
  quarantinedUntil: z.date().nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  ...userFields,
});
export type VaultRow = z.infer<typeof VaultRow>;

function toExportedUser(row: Omit<UserRow, "id" | "createdAt" | "disabledReason">) {
  const { sub, email, emailVerified, givenName, familyName } = row;
  return {
    sub,
    email,
    emailVerified,
    givenName,
    familyName,
    ...(row.userId === null ? {} : { userId: row.userId }),
    emailHeld: emailVerified || row.emailOwned,
    enabled: row.userDisabledAt === null,
  };
}

export const toVaultUser = (row: UserRow): VaultUser => ({
  _tag: "VaultUser",
  ...toExportedUser(row),
  ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
  createdAt: row.createdAt.getTime(),
});

export function toVaultPasskey(row: VaultRow): VaultPasskey {
  return {
    _tag: "VaultPasskey",
    id: shownPasskeyId(row),
    credentialId: row.credentialId,
    algorithm: row.algorithm,
    signCount: row.signCount,
    transports: row.transports,
    backedUp: row.backedUp,
    userVerified: row.userVerified,
    aaguid: row.aaguid,
    attestationFormat: row.attestationFormat,
    userHandle: row.userHandle,
    rpId: row.rpId,
    username: row.username,
    displayName: row.displayName,
    publicKey: Buffer.from(row.publicKey).toString("base64url"),
    ...(row.backupAssumed ? {} : { backupEligible: row.backupEligible }),
    namedAt: row.namedAt.getTime(),
    enabled: row.disabledAt === null,
    ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
    ...(row.quarantinedUntil === null ? {} : { quarantinedUntil: row.quarantinedUntil.getTime() }),
    createdAt: row.createdAt.getTime(),
    ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.getTime() }),
    user: toExportedUser(row),
  };
}
