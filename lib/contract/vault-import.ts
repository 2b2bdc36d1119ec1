import { z } from "zod";
import { passkeyTransports } from "./passkey";
import { DisplayName, EmailInput, Id, PersonName, RpId, UserId, Username } from "./fields";
import { lineFaults } from "./lines";
import { sample } from "./sample";
import { credentialId, userHandle, attestationFormat, known, VaultExportEnd } from "./vault";

/** SQL tools write null where there is nothing. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

// The year 9999 ends there.
const Moment = z
  .int()
  .min(0, "must be milliseconds since 1970")
  .max(253_402_300_799_999, "must be milliseconds since 1970");

/** Text that stands for bytes; the domain decodes it and tells what is wrong. */
const Encoded = z
  .string()
  .min(1, "must not be empty")
  .max(4_096, "must have at most 4096 characters");

const importedExample = {
  ...known,
  user: { userId: sample.userId, email: sample.email, emailVerified: true, givenName: "Ada" },
};

/**
 * A line of POST passkeys/import: a `VaultPasskey`, or as much of one as another store knows.
 * `credentialId`, `publicKey`, `userHandle` and a user are needed. A user is named by `userId`,
 * `sub` or `email`; who exists is joined and not changed.
 */
export const ImportedPasskey = z
  .object({
    _tag: z.literal("VaultPasskey").optional(),
    id: maybe(Id).meta({
      description: "Id of the passkey here; kept where it is free. Default: a new one",
    }),
    credentialId: Encoded.meta({ description: `${credentialId}, base64url or base64` }),
    publicKey: Encoded.meta({
      description:
        "COSE key or SubjectPublicKeyInfo, base64url or base64, or SubjectPublicKeyInfo as PEM",
    }),
    userHandle: Encoded.meta({ description: `${userHandle}, base64url or base64` }),
    algorithm: maybe(z.int()).meta({
      description: "-8, -7 or -257; default: the key's, which it must be",
    }),
    signCount: maybe(
      z
        .int()
        .min(0, "must be a counter of 32 bits")
        .max(0xffff_ffff, "must be a counter of 32 bits"),
    ),
    transports: maybe(z.array(z.string().max(64)).max(32)).meta({
      example: [...passkeyTransports],
    }),
    backupEligible: maybe(z.boolean()).meta({
      description: "multiDevice. Where it is unknown, leave it out: the first sign-in tells",
    }),
    backedUp: maybe(z.boolean()),
    userVerified: maybe(z.boolean()),
    aaguid: maybe(z.guid("must be a UUID")),
    attestationFormat: maybe(attestationFormat),
    rpId: maybe(RpId).meta({ description: "One of the tenancy's; default: its first" }),
    username: maybe(Username).meta({ description: "Default: the user's email, else their userId" }),
    displayName: maybe(DisplayName),
    namedAt: maybe(Moment),
    enabled: maybe(z.boolean()),
    disabledReason: maybe(z.string().max(500)),
    createdAt: maybe(Moment),
    lastUsedAt: maybe(Moment),
    user: z.object({
      sub: maybe(Id).meta({
        description: "Kept for a new user where it is free. Default: a new one",
      }),
      userId: maybe(UserId),
      email: maybe(EmailInput),
      emailVerified: maybe(z.boolean()),
      emailHeld: maybe(z.boolean()).meta({ description: "false: only a claim; default true" }),
      givenName: maybe(PersonName),
      familyName: maybe(PersonName),
      enabled: maybe(z.boolean()),
    }),
  })
  .meta({ id: "ImportedPasskey", examples: [importedExample] });
export type ImportedPasskey = z.infer<typeof ImportedPasskey>;

/**
 * A line of POST passkeys/import; the end of an export is passed over, so that an export can be
 * sent as it is.
 */
export const ImportLine = z.discriminatedUnion("_tag", [ImportedPasskey, VaultExportEnd]).meta({
  id: "ImportLine",
  examples: [importedExample],
  // A passkey need not have its tag, so that the two do not exclude each other by it.
  override: ({
    jsonSchema,
  }: {
    jsonSchema: { anyOf?: unknown[]; oneOf?: unknown[]; discriminator?: unknown };
  }) => {
    jsonSchema.anyOf = jsonSchema.oneOf ?? [];
    delete jsonSchema.oneOf;
    delete jsonSchema.discriminator;
  },
});
export type ImportLine = z.infer<typeof ImportLine>;

/**
 * Why a line was not imported. The first group are faults of the line, the second contradictions to
 * what is here.
 */
export const malformedReasons = [
  ...lineFaults,
  "credential-id",
  "user-handle",
  "public-key",
  "algorithm",
  "rp-id",
  "backup-state",
  "email",
  "user",
  "username",
] as const;
export type MalformedReason = (typeof malformedReasons)[number];
export const conflictReasons = [
  "credential-differs",
  "credential-of-another-user",
  "passkey-id-taken",
  "sub-taken",
  "user-id-is-a-sub",
  "email-held",
  "too-many-passkeys",
] as const;
export type ConflictReason = (typeof conflictReasons)[number];

const problem = { line: z.int().meta({ description: "Counted from 1" }), message: z.string() };

export const ImportProblem = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("malformed"), reason: z.enum(malformedReasons), ...problem }),
  z.object({ outcome: z.literal("conflict"), reason: z.enum(conflictReasons), ...problem }),
]);
export type ImportProblem = z.infer<typeof ImportProblem>;

/** Answer of POST passkeys/import: lines = created + existing + conflicting + malformed. */
export const VaultImport = z
  .object({
    _tag: z.literal("VaultImport"),
    dryRun: z.boolean().meta({ description: "Whether this only tells what an import would do" }),
    lines: z.int().meta({ description: "Without blank ones and the end of an export" }),
    created: z.int(),
    existing: z.int(),
    conflicting: z.int(),
    malformed: z.int(),
    usersCreated: z.int(),
    existingLines: z
      .array(z.int())
      .meta({ description: "The first 1000 lines whose passkey was here already" }),
    problems: z.array(ImportProblem).meta({ description: "The first 1000" }),
  })
  .meta({
    id: "VaultImport",
    examples: [
      {
        ...{
          _tag: "VaultImport",
          dryRun: true,
          lines: 3,
          created: 1,
          existing: 1,
          conflicting: 0,
          malformed: 1,
          usersCreated: 1,
          existingLines: [2],
        },
        problems: [
          {
            outcome: "malformed",
            reason: "public-key",
            line: 3,
            message: "publicKey: is neither a COSE key nor SubjectPublicKeyInfo",
          },
        ],
      },
    ],
  });
export type VaultImport = z.infer<typeof VaultImport>;

/** Query of POST passkeys/import. */
export const ImportVault = z.object({
  dryRun: z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .transform((text) => text === "true")
    .meta({ override: { type: "boolean", enum: undefined, default: false } }),
});
export type ImportVault = z.infer<typeof ImportVault>;
