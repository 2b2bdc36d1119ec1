import { z } from "zod";

/** ULID layout, 26 lower-case Crockford characters; not secret (contract §1). */
export const idPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const Id = z
  .string()
  .regex(idPattern, "must be an id of this service")
  .meta({ example: "01jd3s0m6kz8f4w2v9b7c5x1ta" });

/** Integer milliseconds since the Unix epoch. */
export const Milliseconds = z
  .int()
  .meta({ description: "Milliseconds since the Unix epoch", example: 1_795_000_000_000 });

/** Integer seconds since the Unix epoch, as in a JWT (RFC 7519 NumericDate). */
export const Seconds = z
  .int()
  .meta({ description: "Seconds since the Unix epoch (RFC 7519)", example: 1_795_000_000 });

/** A one-time value of 32 random bytes, base64url. */
export const Token = z.string().min(1, "must not be empty").max(512).meta({
  description: "A secret value of 43 characters; opaque",
  example: "mEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3vYy7uU0t3qv2k",
});

export const base64UrlPattern = /^[A-Za-z0-9_-]*$/;

export const Base64Url = z.string().regex(base64UrlPattern, "must be base64url without padding");

const notBlank = (value: string) => value.trim() !== "";

/** What a device shows for the account. */
export const Username = z
  .string()
  .min(1, "must not be empty")
  .max(254)
  .refine(notBlank, "must not be blank")
  .meta({ description: "What the device shows for the account", example: "ada@example.com" });

/** The application's own id of a user. */
export const UserId = z
  .string()
  .min(1, "must not be empty")
  .max(255)
  .refine(notBlank, "must not be blank")
  .meta({ description: "Your application's own id of the user", example: "user-42" });

export const PersonName = z.string().max(100).meta({ example: "Ada" });

export const DisplayName = z.string().max(254).meta({
  description: "Shown beside the username; default: the names, else the username",
  example: "Ada Lovelace",
});

/** Checked in the domain, which answers `@error/InvalidEmail`. */
export const EmailInput = z
  .string()
  .max(1_024)
  .meta({ description: "One address of at most 254 octets", example: "ada@example.com" });

/** Relying party id: lower-cased and trimmed before it is compared with the tenancy's. */
export const RpId = z
  .string()
  .max(253)
  .refine(notBlank, "must not be blank")
  .transform((value) => value.trim().toLowerCase())
  .meta({
    description: "Relying party id: the domain that passkeys belong to; default: the tenancy's",
    example: "example.com",
  });

export const RpName = z
  .string()
  .max(254)
  .refine(notBlank, "must not be blank")
  .transform((value) => value.trim())
  .meta({ description: "Name of the relying party; default: the tenancy's", example: "Example" });

export const UserVerification = z.enum(["required", "preferred", "discouraged"]).meta({
  description:
    "Whether the device asks for fingerprint, face or PIN; never below the tenancy's floor",
  example: "required",
});
export type UserVerification = z.infer<typeof UserVerification>;

/** Milliseconds; clamped into 10 000–600 000, never refused. */
export const Timeout = z
  .number()
  .meta({ description: "Milliseconds, clamped into 10 000–600 000", example: 300_000 });

/** Passkey ids; ones that the tenancy does not have are ignored. */
export const PasskeyIds = z
  .array(z.string().max(255))
  .max(1_000)
  .meta({
    description: "Ids of passkeys; unknown ones are ignored",
    example: ["01jd3s1q8v5n3y7r2h6k9m4wze"],
  });

/**
 * Passkey ids that may sign in. Deployed clients send an empty list for "any", so it counts as left
 * out.
 */
export const AllowCredentials = PasskeyIds.transform((ids) => (ids.length === 0 ? undefined : ids))
  .optional()
  .meta({
    description: "Ids of passkeys. Unknown ones are ignored; an empty list counts as left out",
  });

export const Mediation = z.enum(["required", "conditional"]).meta({
  description: "`conditional` offers passkeys in a form field's autofill",
  example: "required",
});
export type Mediation = z.infer<typeof Mediation>;
