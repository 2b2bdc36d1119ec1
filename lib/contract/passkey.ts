import { z } from "zod";
import { Id, Milliseconds, UserId, Username } from "./fields";

/** What a deployed client knows; it breaks on any other. */
export const passkeyTransports = ["ble", "hybrid", "internal", "nfc", "usb", "cable", "smart-card"] as const;

const ownerId = z.string().meta({ description: "The application's user id when one was given, else the user's sub", example: "user-42" });
const credentialId = z.string().meta({ description: "WebAuthn credential id as the device knows it, base64url" });
const userHandle = z.string().meta({ description: "WebAuthn user.id (user handle) as the device knows it, base64url" });
const lastUsed = Milliseconds.optional();

const PasskeyCredential = z.object({
  id: credentialId,
  userId: userHandle,
  username: z.string(),
  aaguid: z.string().meta({ example: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4" }),
  backedUp: z.boolean(),
  counter: z.int(),
  deviceType: z.enum(["singleDevice", "multiDevice"]),
  transports: z.array(z.enum(passkeyTransports)),
  publicKey: z.string().meta({ description: "COSE key (RFC 9052), base64url" }),
  rpId: z.string(),
});

/** A passkey of the vault (contract §6). `id` is ours, `credential` what the device knows. */
export const Passkey = z
  .object({
    _tag: z.literal("Passkey"),
    id: Id,
    userId: ownerId,
    enabled: z.boolean(),
    credential: PasskeyCredential,
    /** Absent where the authenticator does not say what it is. */
    platform: z.object({ name: z.string(), icon: z.url() }).optional(),
    lastUsed,
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

export const PasskeySummary = z
  .object({
    _tag: z.literal("PasskeySummary"),
    id: Id,
    userId: ownerId,
    enabled: z.boolean(),
    credential: z.object({ id: credentialId, userId: userHandle }),
    lastUsed,
    createdAt: Milliseconds,
  })
  .meta({ id: "PasskeySummary" });
export type PasskeySummary = z.infer<typeof PasskeySummary>;

/** A page of the vault, newest first; `cursor` is null on the last. */
export const FindAllPasskeys = z
  .object({ _tag: z.literal("FindAllPasskeys"), cursor: z.string().nullable(), records: z.array(PasskeySummary) })
  .meta({ id: "FindAllPasskeys" });
export type FindAllPasskeys = z.infer<typeof FindAllPasskeys>;

const pageSize = { least: 1, most: 1_000, usual: 100 };
const sizeMessage = `must be a whole number from ${pageSize.least} to ${pageSize.most}`;

/** Query of GET passkeys. A cursor carries the filters of its walk, which may be left out then. */
export const ListPasskeys = z.object({
  cursor: z.string().min(1, "must not be empty").max(2_048).optional().meta({ description: "From the page before; opaque" }),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, sizeMessage)
    .transform(Number)
    .pipe(z.int().min(pageSize.least, sizeMessage).max(pageSize.most, sizeMessage))
    .optional()
    .transform((limit) => limit ?? pageSize.usual)
    .meta({ override: { type: "integer", minimum: pageSize.least, maximum: pageSize.most, default: pageSize.usual } }),
  userId: UserId.optional(),
  enabled: z
    .enum(["true", "false"], "must be true or false")
    .transform((text) => text === "true")
    .optional()
    .meta({ override: { type: "boolean", enum: undefined } }),
});
export type ListPasskeys = z.infer<typeof ListPasskeys>;

/** Body of PATCH passkeys/{passkeyId}; at least one field. */
export const UpdatePasskey = z
  .object({ userId: UserId.optional(), username: Username.optional(), enabled: z.boolean().optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), "give at least one of userId, username, enabled")
  .meta({ id: "UpdatePasskey" });
export type UpdatePasskey = z.infer<typeof UpdatePasskey>;

/** Body of PATCH users/{userId}/passkeys. */
export const RenamePasskeys = z.object({ username: Username }).meta({ id: "RenamePasskeys" });

export const UpdatedPasskeys = z.object({ _tag: z.literal("UpdatedPasskeys"), updated: z.array(Passkey) }).meta({ id: "UpdatedPasskeys" });
export const DeletedPasskeys = z.object({ _tag: z.literal("DeletedPasskeys"), deleted: z.array(Passkey) }).meta({ id: "DeletedPasskeys" });

export const PasskeyPath = z.object({ passkeyId: z.string() });
export const UserPasskeysPath = z.object({ userId: UserId });

/** Answer of GET credential/{passkeyId}, for clients of before the prepared tokens. */
export const LegacyCredential = z.object({ credentialId, userId: userHandle, rpId: z.string() }).meta({ id: "LegacyCredential" });

/** Answer of GET credentials/{passkeyIds}. */
export const LegacyCredentials = z
  .object({ rpId: z.string(), userId: userHandle, allAcceptedCredentialIds: z.array(credentialId) })
  .meta({ id: "LegacyCredentials" });

/** Passkey ids, joined by commas. */
export const PasskeyIdsPath = z.object({ passkeyIds: z.string() });
