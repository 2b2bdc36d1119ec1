import { z } from "zod";
import { DisplayName, Milliseconds, Token, UserId, Username } from "./fields";
import { sample } from "./sample";

/**
 * A warning in a successful response. Deployed clients know only these codes.
 */
export const PasskeyWarning = z
  .object({
    code: z.enum(["NO_PASSKEYS_FOUND", "PASSKEY_NOT_FOUND"]),
    message: z.string(),
    passkeyId: z.string().optional(),
  })
  .meta({
    id: "PasskeyWarning",
    examples: [
      {
        code: "PASSKEY_NOT_FOUND",
        message: "The passkey does not exist.",
        passkeyId: sample.passkeyId,
      },
    ],
  });
export type PasskeyWarning = z.infer<typeof PasskeyWarning>;

const warnings = z.array(PasskeyWarning);
const deviceNative = {
  rpId: z.string().meta({ example: sample.rpId }),
  userId: z.string().meta({
    description: "WebAuthn user.id (user handle), base64url",
    example: sample.userHandle,
  }),
};
const onDevice = { rpId: sample.rpId, userId: sample.userHandle };
const prepared = { expiresAt: sample.expiresAt, warnings: [] };

/**
 * For `PublicKeyCredential.signalAllAcceptedCredentials` (WebAuthn L3 §5.1.10.3). The device may
 * remove passkeys that are not listed.
 */
export const AcceptedPasskeys = z
  .object({ ...deviceNative, allAcceptedCredentialIds: z.array(z.string()).min(1) })
  .meta({
    id: "AcceptedPasskeys",
    description:
      "Every passkey that the tenancy stores for this user handle, for " +
      "`signalAllAcceptedCredentials`. Only if the tenancy sends signals after a sign-in",
    examples: [{ ...onDevice, allAcceptedCredentialIds: [sample.credentialId] }],
  });
export type AcceptedPasskeys = z.infer<typeof AcceptedPasskeys>;

/** Body of POST passkeys/update: the new name of all passkeys of the user. */
export const PreparePasskeyUpdate = z
  .object({ userId: UserId, username: Username, displayName: DisplayName.optional() })
  .meta({
    id: "PreparePasskeyUpdate",
    examples: [{ userId: sample.userId, username: "ada@example.org", displayName: "Ada Lovelace" }],
  });
export type PreparePasskeyUpdate = z.infer<typeof PreparePasskeyUpdate>;

export const PreparedPasskeyUpdate = z
  .object({
    _tag: z.literal("PreparedPasskeyUpdate"),
    updatePasskeysToken: Token,
    expiresAt: Milliseconds,
    warnings,
  })
  .meta({
    id: "PreparedPasskeyUpdate",
    examples: [{ _tag: "PreparedPasskeyUpdate", updatePasskeysToken: sample.token, ...prepared }],
  });
export type PreparedPasskeyUpdate = z.infer<typeof PreparedPasskeyUpdate>;

export const ExchangePasskeyUpdate = z
  .object({ updatePasskeysToken: Token })
  .meta({ id: "ExchangePasskeyUpdate", examples: [{ updatePasskeysToken: sample.token }] });
export type ExchangePasskeyUpdate = z.infer<typeof ExchangePasskeyUpdate>;

/** For `PublicKeyCredential.signalCurrentUserDetails` (WebAuthn L3 §5.1.10.4). */
export const PasskeyUpdateInstructions = z
  .object({
    _tag: z.literal("PasskeyUpdateInstructions"),
    instructions: z.array(
      z.object({ ...deviceNative, username: z.string(), displayName: z.string() }),
    ),
    warnings,
  })
  .meta({
    id: "PasskeyUpdateInstructions",
    examples: [
      {
        _tag: "PasskeyUpdateInstructions",
        instructions: [{ ...onDevice, username: "ada@example.org", displayName: "Ada Lovelace" }],
        warnings: [],
      },
    ],
  });
export type PasskeyUpdateInstructions = z.infer<typeof PasskeyUpdateInstructions>;

/** Body of POST passkeys/delete: exactly one of the two fields. */
export const PreparePasskeyDeletion = z
  .object({
    passkeyIds: z
      .array(z.string().min(1, "must not be empty").max(255))
      .min(1, "must contain at least one passkey id")
      .max(1_000, "must contain at most 1,000 passkey ids")
      .optional()
      .meta({ description: "Passkey ids; duplicates are ignored" }),
    userId: UserId.optional().meta({ description: "All passkeys of this user" }),
  })
  .superRefine(({ passkeyIds, userId }, issues) => {
    if ((passkeyIds === undefined) === (userId === undefined))
      issues.addIssue({
        code: "custom",
        path: ["passkeyIds"],
        message: "send exactly one of passkeyIds and userId",
      });
  })
  .meta({
    id: "PreparePasskeyDeletion",
    examples: [{ passkeyIds: [sample.passkeyId] }, { userId: sample.userId }],
  });
export type PreparePasskeyDeletion = z.infer<typeof PreparePasskeyDeletion>;

export const PreparedPasskeyDeletion = z
  .object({
    _tag: z.literal("PreparedPasskeyDeletion"),
    deletePasskeysToken: Token,
    expiresAt: Milliseconds,
    warnings,
  })
  .meta({
    id: "PreparedPasskeyDeletion",
    examples: [{ _tag: "PreparedPasskeyDeletion", deletePasskeysToken: sample.token, ...prepared }],
  });
export type PreparedPasskeyDeletion = z.infer<typeof PreparedPasskeyDeletion>;

export const ExchangePasskeyDeletion = z
  .object({ deletePasskeysToken: Token })
  .meta({ id: "ExchangePasskeyDeletion", examples: [{ deletePasskeysToken: sample.token }] });
export type ExchangePasskeyDeletion = z.infer<typeof ExchangePasskeyDeletion>;

/** For `PublicKeyCredential.signalUnknownCredential` (WebAuthn L3 §5.1.10.2). */
export const PasskeyDeletionInstructions = z
  .object({
    _tag: z.literal("PasskeyDeletionInstructions"),
    instructions: z.array(z.object({ ...deviceNative, credentialId: z.string() })),
    warnings,
  })
  .meta({
    id: "PasskeyDeletionInstructions",
    examples: [
      {
        _tag: "PasskeyDeletionInstructions",
        instructions: [{ ...onDevice, credentialId: sample.credentialId }],
        warnings: [],
      },
    ],
  });
export type PasskeyDeletionInstructions = z.infer<typeof PasskeyDeletionInstructions>;

/** Body of POST passkeys/prune. */
export const PreparePasskeyPruning = z
  .object({ userId: UserId })
  .meta({ id: "PreparePasskeyPruning", examples: [{ userId: sample.userId }] });
export type PreparePasskeyPruning = z.infer<typeof PreparePasskeyPruning>;

export const PreparedPasskeyPruning = z
  .object({
    _tag: z.literal("PreparedPasskeyPruning"),
    prunePasskeysToken: Token,
    expiresAt: Milliseconds,
    warnings,
  })
  .meta({
    id: "PreparedPasskeyPruning",
    examples: [{ _tag: "PreparedPasskeyPruning", prunePasskeysToken: sample.token, ...prepared }],
  });
export type PreparedPasskeyPruning = z.infer<typeof PreparedPasskeyPruning>;

export const ExchangePasskeyPruning = z
  .object({ prunePasskeysToken: Token })
  .meta({ id: "ExchangePasskeyPruning", examples: [{ prunePasskeysToken: sample.token }] });
export type ExchangePasskeyPruning = z.infer<typeof ExchangePasskeyPruning>;

/** For the same signal as `AcceptedPasskeys`. */
export const PasskeyPruningInstructions = z
  .object({
    _tag: z.literal("PasskeyPruningInstructions"),
    instructions: z.array(AcceptedPasskeys),
    warnings,
  })
  .meta({
    id: "PasskeyPruningInstructions",
    examples: [
      {
        _tag: "PasskeyPruningInstructions",
        instructions: [{ ...onDevice, allAcceptedCredentialIds: [sample.credentialId] }],
        warnings: [],
      },
    ],
  });
export type PasskeyPruningInstructions = z.infer<typeof PasskeyPruningInstructions>;
