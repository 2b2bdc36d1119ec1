import { z } from "zod";
import { Milliseconds, newUserIdRules, PasskeyId, UserId, Username } from "./fields";
import { Cursor, NextCursor, optionalFlag, pageLimit } from "./page-query";
import { PasskeyProof } from "./passkey-proof";
import { passkeyTransports } from "./passkey-transports";
import { sample } from "./sample";

const id = PasskeyId.meta({
  description: "The passkey's id; of an imported one the id from its former service, if it had one",
});
const ownerId = z.string().meta({
  description: "Your own user id if assigned, otherwise the user's sub",
  example: "user-42",
});
const credentialId = z.string().meta({
  description: "WebAuthn credential id, base64url",
  example: sample.credentialId,
});
const userHandle = z.string().meta({
  description: "WebAuthn user.id (user handle), base64url",
  example: sample.userHandle,
});
const lastUsed = Milliseconds.optional().meta({
  description: "Milliseconds; absent until the first sign-in",
});
const enabled = z.boolean().meta({ description: "A disabled passkey cannot sign in" });

const aaguid = z.string().meta({
  description: "Model of the authenticator; all zeros if unknown",
  example: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
});

const PasskeyCredential = z.object({
  id: credentialId,
  userId: userHandle,
  username: z
    .string()
    .meta({ description: "The account name that the device shows", example: sample.email }),
  aaguid,
  backedUp: z
    .boolean()
    .meta({ description: "Whether the passkey is synced or otherwise backed up" }),
  counter: z
    .int()
    .meta({ description: "The authenticator's signature counter; synced passkeys stay at 0" }),
  deviceType: z
    .enum(["singleDevice", "multiDevice"])
    .meta({ description: "multiDevice: the passkey can be synced to other devices" }),
  transports: z.array(z.enum(passkeyTransports)),
  publicKey: z
    .string()
    .meta({ description: "COSE key (RFC 9052), base64url", example: sample.publicKey }),
  rpId: z
    .string()
    .meta({ description: "The domain that the passkey belongs to", example: sample.rpId }),
});

const passkeyExample = {
  _tag: "Passkey",
  id: sample.passkeyId,
  userId: sample.userId,
  enabled: true,
  credential: {
    id: sample.credentialId,
    userId: sample.userHandle,
    username: sample.email,
    aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
    backedUp: true,
    counter: 0,
    deviceType: "multiDevice",
    transports: ["internal", "hybrid"],
    publicKey: sample.publicKey,
    rpId: sample.rpId,
  },
  platform: {
    name: "iCloud Keychain",
    icon: "https://id.example.com/aaguid/fbfc3007-154e-4ecc-8c0b-6e020557d7bd/icon.svg",
  },
  lastUsed: sample.expiresAt,
  createdAt: sample.createdAt,
  updatedAt: sample.expiresAt,
};
const summaryExample = {
  _tag: "PasskeySummary",
  id: sample.passkeyId,
  userId: sample.userId,
  enabled: true,
  credential: {
    id: sample.credentialId,
    userId: sample.userHandle,
    aaguid: passkeyExample.credential.aaguid,
  },
  lastUsed: sample.expiresAt,
  createdAt: sample.createdAt,
};

/** A passkey in the vault (contract §6). `credential` is what the device stores. */
export const Passkey = z
  .object({
    _tag: z.literal("Passkey"),
    id,
    userId: ownerId,
    enabled,
    credential: PasskeyCredential,
    /** Absent if the authenticator does not identify its model. */
    platform: z.object({ name: z.string(), icon: z.url() }).optional(),
    quarantinedUntil: Milliseconds.optional().meta({
      description:
        "When the passkey can sign in, in milliseconds; absent if it isn't in quarantine",
      example: undefined,
    }),
    lastUsed,
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: "Passkey", examples: [passkeyExample] });
export type Passkey = z.infer<typeof Passkey>;

export const PasskeySummary = z
  .object({
    _tag: z.literal("PasskeySummary"),
    id,
    userId: ownerId,
    enabled,
    credential: z.object({ id: credentialId, userId: userHandle, aaguid }),
    lastUsed,
    createdAt: Milliseconds,
  })
  .meta({ id: "PasskeySummary", examples: [summaryExample] });
export type PasskeySummary = z.infer<typeof PasskeySummary>;

/** A page of the vault, newest first. */
export const FindAllPasskeys = z
  .object({
    _tag: z.literal("FindAllPasskeys"),
    cursor: NextCursor,
    records: z.array(PasskeySummary),
  })
  .meta({
    id: "FindAllPasskeys",
    examples: [{ _tag: "FindAllPasskeys", cursor: null, records: [summaryExample] }],
  });
export type FindAllPasskeys = z.infer<typeof FindAllPasskeys>;

/** Query of GET passkeys. A cursor contains the filters of its first page, so you can omit them. */
export const ListPasskeys = z.object({
  cursor: Cursor,
  limit: pageLimit({ max: 1_000, default: 100 }),
  userId: UserId.optional().meta({ description: "Only this user's passkeys" }),
  enabled: optionalFlag("Only enabled (true) or only disabled (false) passkeys"),
});
export type ListPasskeys = z.infer<typeof ListPasskeys>;

/** Body of PATCH passkeys/{passkeyId}; at least one field. */
export const UpdatePasskey = z
  .object({
    userId: UserId.optional().meta({
      description: `Your own id of the user who gets the passkey. ${newUserIdRules}`,
    }),
    username: Username.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "`false`: the passkey can't sign in any more, effective immediately" }),
    proof: PasskeyProof.optional(),
  })
  .refine(
    ({ userId, username, enabled }) => (userId ?? username ?? enabled) !== undefined,
    "send at least one of userId, username, enabled",
  )
  .meta({
    id: "UpdatePasskey",
    examples: [{ enabled: false }, { userId: sample.userId, username: sample.email }],
  });
export type UpdatePasskey = z.infer<typeof UpdatePasskey>;

/** Body of PATCH users/{userId}/passkeys. */
export const RenamePasskeys = z
  .object({ username: Username })
  .meta({ id: "RenamePasskeys", examples: [{ username: sample.email }] });

export const UpdatedPasskeys = z
  .object({ _tag: z.literal("UpdatedPasskeys"), updated: z.array(Passkey) })
  .meta({
    id: "UpdatedPasskeys",
    examples: [{ _tag: "UpdatedPasskeys", updated: [passkeyExample] }],
  });
export const DeletedPasskeys = z
  .object({ _tag: z.literal("DeletedPasskeys"), deleted: z.array(Passkey) })
  .meta({
    id: "DeletedPasskeys",
    examples: [{ _tag: "DeletedPasskeys", deleted: [passkeyExample] }],
  });

export const PasskeyPath = z.object({
  passkeyId: z.string().meta({
    description: "The passkey's id, also the one from its former service",
    example: sample.passkeyId,
  }),
});
export const UserPasskeysPath = z.object({ userId: UserId });

/** Response of GET credential/{passkeyId}, for clients that predate the prepared tokens. */
export const LegacyCredential = z
  .object({ credentialId, userId: userHandle, rpId: z.string() })
  .meta({
    id: "LegacyCredential",
    examples: [{ credentialId: sample.credentialId, userId: sample.userHandle, rpId: sample.rpId }],
  });

/** Response of GET credentials/{passkeyIds}. */
export const LegacyCredentials = z
  .object({ rpId: z.string(), userId: userHandle, allAcceptedCredentialIds: z.array(credentialId) })
  .meta({
    id: "LegacyCredentials",
    examples: [
      {
        rpId: sample.rpId,
        userId: sample.userHandle,
        allAcceptedCredentialIds: [sample.credentialId],
      },
    ],
  });

/** Comma-separated passkey ids. */
export const PasskeyIdsPath = z.object({
  passkeyIds: z
    .string()
    .meta({ description: "Comma-separated passkey ids", example: sample.passkeyId }),
});
