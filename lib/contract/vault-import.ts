import { z } from "zod";
import {
  DisplayName,
  EmailInput,
  Id,
  PasskeyId,
  PersonName,
  QueryFlag,
  RpId,
  UserId,
  Username,
} from "./fields";
import { lineFaults } from "./lines";
import { passkeyTransports } from "./passkey-transports";
import { refuseOtherNames } from "./refuse-other-names";
import { sample } from "./sample";
import { attestationFormat, credentialId, known, userHandle, VaultExportEnd } from "./vault";

/** Accepts null as absent, because SQL tools export it. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Paths below `passkeys/` that a passkey's id would hide. */
const reservedIds = ["update", "delete", "prune", "export", "import"];

const ImportedId = PasskeyId.refine((id) => !/^\.+$/.test(id), "must not be dots only").refine(
  (id) => !reservedIds.includes(id),
  `must not be one of ${reservedIds.join(", ")}`,
);

// The maximum is the end of the year 9999. In milliseconds, the minimum is the year 1973, before there
// were passkeys; in seconds, it is the year 5138.
const minMoment = 100_000_000_000;
const Moment = z
  .int()
  .min(0, "must be milliseconds since 1970")
  .max(253_402_300_799_999, "must be milliseconds since 1970")
  .refine((value) => value === 0 || value >= minMoment, {
    error: ({ input }) =>
      `must be milliseconds since 1970, and looks like seconds; send ${Number(input) * 1000}`,
  });

/** Encoded bytes. The domain decodes them and reports faults. */
const Encoded = z
  .string()
  .min(1, "must not be empty")
  .max(4_096, "must have at most 4,096 characters");

const importedExample = {
  ...known,
  user: { userId: sample.userId, email: sample.email, emailVerified: true, givenName: "Ada" },
};

const importedUser = {
  sub: maybe(Id).meta({
    description: "Reused for a new user if it is free. Default: a new id",
  }),
  userId: maybe(UserId),
  email: maybe(EmailInput),
  emailVerified: maybe(z.boolean()),
  emailHeld: maybe(z.boolean()).meta({
    description: "`false`: the email is only claimed. Default: true",
  }),
  givenName: maybe(PersonName),
  familyName: maybe(PersonName),
  enabled: maybe(z.boolean()),
};

/**
 * A line of POST passkeys/import: a `VaultPasskey`, or the part of one that another store has.
 * Required: `credentialId`, `publicKey`, `userHandle` and `user` with `userId`, `sub` or `email`. An
 * existing user gets the passkey and is not changed.
 */
export const ImportedPasskey = z
  .looseObject({
    _tag: z.literal("VaultPasskey").optional(),
    id: maybe(ImportedId).meta({
      description:
        "The passkey's id at Keystead or at its former service. Endpoints keep taking and returning " +
        "it, so what your application stored stays valid. Default: a new id",
    }),
    credentialId: Encoded.meta({ description: `${credentialId}, base64url or base64` }),
    publicKey: Encoded.meta({
      description:
        "COSE key or SubjectPublicKeyInfo, base64url or base64, or SubjectPublicKeyInfo as PEM",
    }),
    userHandle: Encoded.meta({ description: `${userHandle}, base64url or base64` }),
    algorithm: maybe(z.int()).meta({
      description: "COSE algorithm; must match the key. Default: the key's",
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
      description: "Whether the passkey can be synced. Omit if unknown: the first sign-in sets it",
    }),
    backedUp: maybe(z.boolean()),
    userVerified: maybe(z.boolean()),
    aaguid: maybe(z.guid("must be a UUID")),
    attestationFormat: maybe(attestationFormat),
    rpId: maybe(RpId).meta({
      description: "One of the tenancy's relying party ids. Default: the first",
    }),
    username: maybe(Username).meta({ description: "Default: the user's email, or their userId" }),
    displayName: maybe(DisplayName),
    namedAt: maybe(Moment),
    enabled: maybe(z.boolean()),
    disabledReason: maybe(z.string().max(500)),
    quarantinedUntil: maybe(Moment).meta({
      description: "The passkey can't sign in before this time. Default: it can immediately",
    }),
    createdAt: maybe(Moment),
    lastUsedAt: maybe(Moment),
    user: z.looseObject(importedUser),
  })
  .meta({ id: "ImportedPasskey", examples: [importedExample] });
export type ImportedPasskey = z.infer<typeof ImportedPasskey>;

/**
 * A line of POST passkeys/import: a `VaultUser`, or the part of one that another store has. Required:
 * `userId`, `sub` or an `email` that the user owns. An existing user is not changed.
 */
export const ImportedUser = z
  .looseObject({
    _tag: z.literal("VaultUser"),
    ...importedUser,
    disabledReason: maybe(z.string().max(500)),
    createdAt: maybe(Moment),
  })
  .meta({ id: "ImportedUser", examples: [{ _tag: "VaultUser", ...importedExample.user }] });
export type ImportedUser = z.infer<typeof ImportedUser>;

/**
 * A line of POST passkeys/import. The end line of an export is skipped, so you can send an export
 * unchanged.
 */
export const ImportLine = z
  .discriminatedUnion("_tag", [ImportedPasskey, ImportedUser, VaultExportEnd])
  .superRefine(refuseOtherNames({ passkey: ImportedPasskey.shape, user: ImportedUser.shape }))
  .meta({
    id: "ImportLine",
    examples: [importedExample],
    // `_tag` is optional in a passkey, so it can't be a discriminator.
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
 * Why a line was not imported: faults of the line, and below, conflicts with stored data.
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
  "handle-conflict",
  "too-many-passkeys",
] as const;
export type ConflictReason = (typeof conflictReasons)[number];

const problem = { line: z.int().meta({ description: "Counted from 1" }), message: z.string() };

export const ImportProblem = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("malformed"), reason: z.enum(malformedReasons), ...problem }),
  z.object({ outcome: z.literal("conflict"), reason: z.enum(conflictReasons), ...problem }),
]);
export type ImportProblem = z.infer<typeof ImportProblem>;

/** What a line that is imported probably doesn't mean. */
export const warningReasons = ["credential-id", "user-handle", "user-id", "time"] as const;
export type ImportWarningReason = (typeof warningReasons)[number];
export const ImportWarning = z.object({ reason: z.enum(warningReasons), ...problem });
export type ImportWarning = z.infer<typeof ImportWarning>;

/** Response of POST passkeys/import: lines = created + existing + conflicting + malformed. */
export const VaultImport = z
  .object({
    _tag: z.literal("VaultImport"),
    dryRun: z
      .boolean()
      .meta({ description: "Whether this is only a report of what an import would do" }),
    lines: z
      .int()
      .meta({ description: "Number of lines, without blank lines and the end of an export" }),
    created: z.int().meta({ description: "Lines that created a passkey, or a user without one" }),
    existing: z.int(),
    conflicting: z.int(),
    malformed: z.int(),
    usersCreated: z.int(),
    existingLines: z
      .array(z.int())
      .meta({ description: "The first 1,000 lines whose passkey or user already exists" }),
    problems: z.array(ImportProblem).meta({ description: "The first 1,000 problems" }),
    warnings: z.array(ImportWarning).meta({
      description:
        "The first 1,000 doubts about lines that are valid, but probably mean something else",
    }),
  })
  .meta({
    id: "VaultImport",
    examples: [
      {
        _tag: "VaultImport",
        dryRun: true,
        lines: 3,
        created: 1,
        existing: 1,
        conflicting: 0,
        malformed: 1,
        usersCreated: 1,
        existingLines: [2],
        problems: [
          {
            outcome: "malformed",
            reason: "public-key",
            line: 3,
            message: "publicKey: is neither a COSE key nor SubjectPublicKeyInfo",
          },
        ],
        warnings: [
          {
            reason: "time",
            line: 1,
            message: "lastUsedAt: is the year 1970. Omit it if it is unknown",
          },
        ],
      },
    ],
  });
export type VaultImport = z.infer<typeof VaultImport>;

/** Query of POST passkeys/import. */
export const ImportVault = z.object({
  dryRun: QueryFlag,
});
export type ImportVault = z.infer<typeof ImportVault>;
