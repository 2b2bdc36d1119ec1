import { z } from "zod";
import { Base64Url, Id, Milliseconds, PasskeyId, QueryFlag } from "./fields";
import { sample } from "./sample";

export const credentialId = "WebAuthn credential id, 1 to 1,023 bytes";
export const userHandle = "WebAuthn user.id (user handle), 1 to 64 bytes";
export const attestationFormat = z
  .string()
  .max(32)
  .meta({ description: "WebAuthn attestation statement format", example: "none" });

export const known = {
  credentialId: sample.credentialId,
  publicKey: sample.publicKey,
  userHandle: sample.userHandle,
  rpId: sample.rpId,
  signCount: 0,
  transports: ["internal", "hybrid"],
  backupEligible: true,
  backedUp: true,
  username: sample.email,
};
const userExample = {
  sub: sample.id,
  userId: sample.userId,
  email: sample.email,
  emailVerified: true,
  emailHeld: true,
  givenName: "Ada",
  familyName: "Lovelace",
  enabled: true,
};
const vaultPasskeyExample = {
  _tag: "VaultPasskey",
  id: sample.passkeyId,
  ...known,
  algorithm: -7,
  userVerified: true,
  aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  attestationFormat: "none",
  displayName: "Ada Lovelace",
  namedAt: sample.createdAt,
  enabled: true,
  createdAt: sample.createdAt,
  lastUsedAt: sample.expiresAt,
  user: userExample,
};

const exportedUser = {
  sub: Id,
  userId: z.string().optional().meta({ description: "Your own user id, if assigned" }),
  email: z.string(),
  emailVerified: z.boolean(),
  emailHeld: z.boolean().meta({
    description:
      "Whether the user owns the email: verified or set with an API key. If false, it is only claimed",
  }),
  givenName: z.string(),
  familyName: z.string(),
  enabled: z.boolean(),
};

/**
 * One exported passkey with its user; unknown values are absent. POST passkeys/import accepts it.
 */
export const VaultPasskey = z
  .object({
    _tag: z.literal("VaultPasskey"),
    id: PasskeyId,
    credentialId: Base64Url.meta({ description: `${credentialId}, base64url` }),
    publicKey: Base64Url.meta({ description: "COSE key (RFC 9052), base64url" }),
    algorithm: z.int().meta({ description: "COSE algorithm of the key", example: -7 }),
    signCount: z.int(),
    transports: z.array(z.string()),
    backupEligible: z.boolean().optional().meta({
      description: "Absent for an imported passkey of unknown eligibility until its first sign-in",
    }),
    backedUp: z.boolean(),
    userVerified: z
      .boolean()
      .meta({ description: "Whether the device verified the user at registration" }),
    aaguid: z.string(),
    attestationFormat,
    userHandle: Base64Url.meta({ description: `${userHandle}, base64url` }),
    rpId: z.string(),
    username: z.string(),
    displayName: z.string(),
    namedAt: Milliseconds,
    enabled: z.boolean(),
    disabledReason: z.string().optional(),
    quarantinedUntil: Milliseconds.optional().meta({
      description: "When the quarantine ends or ended; absent for a passkey that had none",
      example: undefined,
    }),
    createdAt: Milliseconds,
    lastUsedAt: Milliseconds.optional(),
    user: z.object(exportedUser),
  })
  .meta({ id: "VaultPasskey", examples: [vaultPasskeyExample] });
export type VaultPasskey = z.infer<typeof VaultPasskey>;

/** A user of an export with `users=true`. POST passkeys/import accepts it. */
export const VaultUser = z
  .object({
    _tag: z.literal("VaultUser"),
    ...exportedUser,
    disabledReason: z.string().optional(),
    createdAt: Milliseconds,
  })
  .meta({
    id: "VaultUser",
    examples: [{ _tag: "VaultUser", ...userExample, createdAt: sample.createdAt }],
  });
export type VaultUser = z.infer<typeof VaultUser>;

/** The last line of an export. An export without it is incomplete. */
export const VaultExportEnd = z
  .object({
    _tag: z.literal("VaultExportEnd"),
    passkeys: z.int(),
    users: z.int().optional().meta({ description: "Only with `users=true`" }),
  })
  .meta({ id: "VaultExportEnd", examples: [{ _tag: "VaultExportEnd", passkeys: 1 }] });

/** A line of GET passkeys/export. */
export const VaultExportLine = z
  .discriminatedUnion("_tag", [VaultPasskey, VaultUser, VaultExportEnd])
  .meta({ id: "VaultExportLine", examples: [vaultPasskeyExample] });
export type VaultExportLine = z.infer<typeof VaultExportLine>;

/** Query of GET passkeys/export. */
export const ExportVault = z.object({
  users: QueryFlag.meta({
    description:
      "Adds a line for each user, before the passkeys. Requires the scope `users:export`, too",
  }),
});
export type ExportVault = z.infer<typeof ExportVault>;
