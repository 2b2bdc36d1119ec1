import { z } from "zod";

/** ULID layout: 26 lower-case Crockford characters. Not secret (contract §1). */
export const idPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const Id = z
  .string()
  .regex(idPattern, "must be a Keystead id")
  .meta({ example: "01jd3s0m6kz8f4w2v9b7c5x1ta" });

/**
 * A passkey's id: Keystead's, or of an imported passkey the one that its former service gave it
 * (contract §1).
 */
export const PasskeyId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,64}$/, "must be 1 to 64 letters, digits or any of . _ ~ -")
  .meta({ example: "01jd3s1q8v5n3y7r2h6k9m4wze" });

/** Integer milliseconds since the Unix epoch. */
export const Milliseconds = z
  .int()
  .meta({ description: "Milliseconds since the Unix epoch", example: 1_795_000_000_000 });

/** Integer seconds since the Unix epoch, as in a JWT (RFC 7519 NumericDate). */
export const Seconds = z
  .int()
  .meta({ description: "Seconds since the Unix epoch (RFC 7519)", example: 1_795_000_000 });

/** A single-use value of 32 random bytes, base64url. */
export const Token = z.string().min(1, "must not be empty").max(512).meta({
  description: "Opaque secret of 43 characters",
  example: "mEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3vYy7uU0t3qv2k",
});

export const base64UrlPattern = /^[A-Za-z0-9_-]*$/;

export const Base64Url = z.string().regex(base64UrlPattern, "must be base64url without padding");

const notBlank = (value: string) => value.trim() !== "";

/** The account name that a device shows. */
export const Username = z
  .string()
  .min(1, "must not be empty")
  .max(254)
  .refine(notBlank, "must not be blank")
  .meta({ description: "The account name that the device shows", example: "ada@example.com" });

/** The rules for an application id that no user has yet. The domain checks them (contract §11). */
export const newUserIdRules =
  "A new one can't be `.` or `..`, and has no control characters or surrounding white space";

/** The application's own user id. */
export const UserId = z
  .string()
  .min(1, "must not be empty")
  .max(255)
  .refine(notBlank, "must not be blank")
  .meta({ description: "Your own user id", example: "user-42" });

export const PersonName = z.string().max(100).meta({ example: "Ada" });

export const DisplayName = z.string().max(254).meta({
  description: "Shown next to the username. Default: the user's names, or the username",
  example: "Ada Lovelace",
});

/** Syntax is checked in the domain, which throws `@error/InvalidEmail` or BadRequest. */
export const EmailInput = z
  .string()
  .max(1_024)
  // The domain's bound, so that the document states one. It also names the error.
  .meta({ description: "One email address", maxLength: 254, example: "ada@example.com" });

/** Relying party id, trimmed and lower-cased before comparing it with the tenancy's. */
export const RpId = z
  .string()
  .max(253)
  .refine(notBlank, "must not be blank")
  .transform((value) => value.trim().toLowerCase())
  .meta({
    description: "Relying party id: the domain that passkeys belong to. Default: the tenancy's",
    example: "example.com",
  });

export const RpName = z
  .string()
  .max(254)
  .refine(notBlank, "must not be blank")
  .transform((value) => value.trim())
  .meta({ description: "Name of the relying party. Default: the tenancy's", example: "Example" });

export const UserVerification = z.enum(["required", "preferred", "discouraged"]).meta({
  description:
    "Whether the device asks for fingerprint, face or PIN; never below the tenancy's minimum",
  example: "required",
});
export type UserVerification = z.infer<typeof UserVerification>;

/** Milliseconds, clamped to 10,000–600,000 instead of rejected. */
export const Timeout = z
  .number()
  .meta({ description: "Milliseconds, clamped to 10,000–600,000", example: 300_000 });

const passkeyIds = (max: number) =>
  z
    .array(z.string().max(255))
    .max(max, `must contain at most ${max} passkey ids`)
    .meta({
      description: "Passkey ids. Unknown ids are ignored",
      example: ["01jd3s1q8v5n3y7r2h6k9m4wze"],
    });

const allowCredentials = (ids: ReturnType<typeof passkeyIds>) =>
  ids
    .transform((list) => (list.length === 0 ? undefined : list))
    .optional()
    .meta({
      description: "Passkey ids. Unknown ids are ignored; an empty list counts as absent",
    });

/** The highest number of passkeys that a tenancy's setting can allow a user. */
export const maxPasskeysPerUser = 100;

/** Passkey ids from a backend. Unknown ids are ignored. */
export const PasskeyIds = passkeyIds(1_000);

/** Passkey ids from a stranger, who has no use for more than one user can have. */
const PasskeyIdsOfUser = passkeyIds(maxPasskeysPerUser);

const excluded = {
  description:
    "Passkey ids that a new user already has. An existing user's passkeys, and no others, are always excluded",
};
export const ExcludeCredentials = PasskeyIds.meta(excluded);

/** The same in self-service. */
export const ExcludeCredentialsOfUser = PasskeyIdsOfUser.meta(excluded);

/**
 * Passkey ids that may sign in. Deployed clients send an empty list for "any", so it counts as
 * absent.
 */
export const AllowCredentials = allowCredentials(PasskeyIds);

/** The same in self-service. */
export const AllowCredentialsOfUser = allowCredentials(PasskeyIdsOfUser);

/** Where an authenticator is (WebAuthn L3 §5.4.5). */
export const AuthenticatorAttachment = z.enum(["platform", "cross-platform"]);
export type AuthenticatorAttachment = z.infer<typeof AuthenticatorAttachment>;

const hintNames = ["security-key", "client-device", "hybrid"] as const;
export const Hint = z.enum(hintNames, { error: `Choose from ${hintNames.join(", ")}` });

/** WebAuthn L3 §5.8.7. */
export const Hints = z
  .array(Hint)
  .max(hintNames.length)
  .meta({
    description:
      "Kinds of authenticator that the browser should suggest, most preferred first. Default: the " +
      "tenancy's setting. Browsers may ignore them, and other authenticators stay possible",
    example: ["client-device"],
  });
export type Hints = z.infer<typeof Hints>;

export const Mediation = z.enum(["required", "conditional"]).meta({
  description: "`conditional` offers passkeys in a form field's autofill",
  example: "required",
});
export type Mediation = z.infer<typeof Mediation>;

/** A query parameter that is `true` or `false`. Default: false. */
export const QueryFlag = z
  .enum(["true", "false"], "must be true or false")
  .optional()
  .transform((text) => text === "true")
  .meta({ override: { type: "boolean", enum: undefined, default: false } });
