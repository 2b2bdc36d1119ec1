import { z } from "zod";
import {
  AuthenticatorAttachment,
  Id,
  Milliseconds,
  PasskeyId,
  Seconds,
  Token,
  UserId,
} from "./fields";
import { PasskeyProof } from "./passkey-proof";
import { sample } from "./sample";

const email = z.string().meta({
  description: 'The user\'s email; "" if unknown',
  example: "ada@example.com",
});
const emailVerified = z
  .boolean()
  .meta({ description: "Whether an emailed code or your backend has verified the email" });
const userVerified = z
  .boolean()
  .meta({ description: "Whether the device checked fingerprint, face or PIN" });
const passkeyId = PasskeyId.meta({ description: "Id of the passkey" });
const authenticatorId = PasskeyId.meta({
  description: "The passkey's id, or the challenge's after a sign-in with an emailed code",
});
const sub = Id.meta({ description: "Keystead's user id" });
const name = z.string().meta({ description: '"" if unknown', example: "Ada" });
const ownerId = z
  .string()
  .meta({ description: "Your own user id if assigned, otherwise the sub", example: "user-42" });
const person = {
  sub: sample.id,
  email: sample.email,
  givenName: "Ada",
  familyName: "Lovelace",
  emailVerified: true,
};

export const browserPrincipalExample = {
  token: sample.token,
  authenticatorId: sample.passkeyId,
  ...person,
  userId: sample.userId,
  authType: "passkey",
  userVerified: true,
};

/**
 * What a browser learns about the sign-in. A backend must exchange `token` and must not trust these
 * fields.
 */
export const BrowserPrincipal = z
  .object({
    token: Token,
    sub,
    authenticatorId: passkeyId,
    userId: ownerId,
    email,
    givenName: name,
    familyName: name,
    emailVerified,
    authType: z.literal("passkey"),
    userVerified,
  })
  .meta({ id: "BrowserPrincipal", examples: [browserPrincipalExample] });
export type BrowserPrincipal = z.infer<typeof BrowserPrincipal>;

/**
 * How the user signed in: with a passkey, or on the hosted pages with an emailed code (contract §8).
 */
const AuthenticatorType = z.enum(["passkey", "email"]).meta({
  description: "`passkey`, or `email` after a sign-in with an emailed code on the hosted pages",
});

const Assurance = z.enum(["aal2", "aal1", "none"]).meta({
  description:
    "How sure the sign-in is: `aal2` by a passkey with user verification, `aal1` by a passkey " +
    "without, `none` by an emailed code (NIST SP 800-63B-4). The same as `acr` of the id_token",
});
export type Assurance = z.infer<typeof Assurance>;

/** Principal of the unversioned token exchange (contract §4). */
export const Principal = z
  .object({
    token: Token,
    sub,
    email,
    givenName: name,
    familyName: name,
    emailVerified,
    authType: AuthenticatorType,
    userVerified: userVerified.meta({
      description:
        "Whether the device checked fingerprint, face or PIN; false after a sign-in with a mailbox " +
        "code",
    }),
    authId: authenticatorId,
    iss: z.string().meta({
      description: "The issuer. Default: this installation's URL",
      example: "https://id.example.com",
    }),
    aud: Id.meta({ description: "The tenancy id" }),
    iat: Seconds,
    nbf: Seconds,
    exp: Seconds,
    jti: z.string().meta({ description: "Id of this registration or sign-in" }),
  })
  .refine(({ authType, userVerified }) => authType === "passkey" || !userVerified, {
    path: ["userVerified"],
    message: "must be false without a passkey",
  })
  .meta({
    id: "Principal",
    examples: [
      {
        token: sample.token,
        ...person,
        authType: "passkey",
        userVerified: true,
        authId: sample.passkeyId,
        iss: "https://id.example.com",
        aud: "01jd3rzz5c8q2w7e9r4t6y1p3m",
        iat: 1_795_000_000,
        nbf: 1_795_000_000,
        exp: 1_795_000_300,
        jti: "01jd3s3c9h2k6m4n8p5q7r1t0v",
      },
    ],
  });
export type Principal = z.infer<typeof Principal>;

/**
 * Principal of `principal/{code}` (contract §4).
 */
export const ExtendedPrincipal = z
  .object({
    _tag: z.literal("ExtendedPrincipal"),
    id: z
      .string()
      .meta({ description: "Id of this registration or sign-in; same as the id_token's jti" }),
    authenticatorId,
    authenticatorType: AuthenticatorType,
    assurance: Assurance,
    authenticatorAttachment: AuthenticatorAttachment.optional().meta({
      description:
        "Where the passkey was, as the browser reported it, unsigned: `platform` in the device with " +
        "the page, `cross-platform` in a phone or a security key. Absent if the browser didn't say",
      example: "platform",
    }),
    userId: ownerId,
    sub,
    operation: z.enum(["registration", "authentication"]),
    purpose: z
      .string()
      .optional()
      .meta({ description: "The purpose given to `authorize`", example: "transfer:7" }),
    passkey: z
      .object({
        verified: z.literal(true),
        userVerified,
        platformName: z.string().optional(),
        availableAt: Milliseconds.optional().meta({
          description:
            "When the passkey can sign in, in milliseconds since the Unix epoch. Present only while it " +
            "is in quarantine: don't open a session then, unless the code comes from a hosted page",
          example: undefined,
        }),
      })
      .optional()
      .meta({ description: "Absent after a sign-in with an emailed code" }),
    user: z.object({ sub, email, givenName: name, familyName: name, emailVerified }),
    createdAt: Milliseconds,
    expiresAt: Milliseconds,
    metadata: z.object({ ipAddress: z.string().optional(), userAgent: z.string().optional() }),
  })
  .refine(
    ({ authenticatorType, passkey }) =>
      (authenticatorType === "passkey") === (passkey !== undefined),
    { path: ["passkey"], message: "must be present exactly when the authenticator is a passkey" },
  )
  .refine(
    ({ assurance, passkey }) =>
      assurance === (passkey === undefined ? "none" : passkey.userVerified ? "aal2" : "aal1"),
    { path: ["assurance"], message: "must match the passkey and its user verification" },
  )
  .meta({
    id: "ExtendedPrincipal",
    examples: [
      {
        _tag: "ExtendedPrincipal",
        id: "01jd3s3c9h2k6m4n8p5q7r1t0v",
        authenticatorId: sample.passkeyId,
        authenticatorType: "passkey",
        assurance: "aal2",
        authenticatorAttachment: "platform",
        userId: sample.userId,
        sub: sample.id,
        operation: "authentication",
        purpose: "transfer:7",
        passkey: { verified: true, userVerified: true, platformName: "iCloud Keychain" },
        user: person,
        createdAt: sample.createdAt,
        expiresAt: sample.createdAt + 300_000,
        metadata: { ipAddress: "203.0.113.7", userAgent: "Mozilla/5.0" },
      },
    ],
  });
export type ExtendedPrincipal = z.infer<typeof ExtendedPrincipal>;

/** Body of POST principal/{code}. Optional. */
export const ExchangeCode = z
  .object({
    userId: UserId.optional().meta({
      description:
        "Your own id of this user, which all later principals contain. Send it once, with the " +
        "exchange that follows a self-service registration. If the user has another id already, " +
        "or another user has this one, the passkey moves to the user with this id",
    }),
    proof: PasskeyProof.optional(),
    code_verifier: z
      .string()
      .regex(
        /^[A-Za-z0-9._~-]{43,128}$/,
        "must be a PKCE verifier of 43 to 128 characters (RFC 7636)",
      )
      .optional()
      .meta({
        description: "Required for a code from a hosted page, not allowed otherwise (RFC 7636)",
      }),
  })
  .meta({ id: "ExchangeCode", examples: [{ userId: sample.userId }, {}] });
export type ExchangeCode = z.infer<typeof ExchangeCode>;

export const CodePath = z.object({
  code: z
    .string()
    .meta({ description: "The `code` of a registration or sign-in", example: sample.token }),
});
export const TokenPath = z.object({
  token: z
    .string()
    .meta({ description: "The `code` of a registration or sign-in", example: sample.token }),
});
