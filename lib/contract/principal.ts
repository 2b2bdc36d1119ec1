import { z } from "zod";
import { Id, Milliseconds, Seconds, Token, UserId } from "./fields";

const email = z.string().meta({ description: 'The user\'s email as given; "" when never given', example: "ada@example.com" });
const emailVerified = z.boolean();
const name = z.string().meta({ description: '"" when never given' });

/** What a browser learns of the sign-in; a backend must exchange `token` before it believes any of it. */
export const BrowserPrincipal = z
  .object({
    token: Token,
    sub: Id,
    authenticatorId: Id,
    userId: z.string(),
    email,
    givenName: name,
    familyName: name,
    emailVerified,
    authType: z.literal("passkey"),
    userVerified: z.boolean(),
  })
  .meta({ id: "BrowserPrincipal" });
export type BrowserPrincipal = z.infer<typeof BrowserPrincipal>;

/** What let the person in: a passkey, or on the hosted pages a code that was mailed (contract §8). */
const AuthenticatorType = z.enum(["passkey", "email"]).meta({ description: "passkey, or email after a sign-in by mailbox code on the hosted pages" });

/** Principal of the unversioned token exchange (contract §4). */
export const Principal = z
  .object({
    token: Token,
    sub: Id,
    email,
    givenName: name,
    familyName: name,
    emailVerified,
    authType: AuthenticatorType,
    userVerified: z.boolean().meta({ description: "false after a sign-in by mailbox code" }),
    authId: Id.meta({ description: "The passkey's id; after a sign-in by mailbox code the challenge's" }),
    iss: z.string(),
    aud: Id,
    iat: Seconds,
    nbf: Seconds,
    exp: Seconds,
    jti: z.string(),
  })
  .refine(({ authType, userVerified }) => authType === "passkey" || !userVerified, { path: ["userVerified"], message: "is said of a passkey alone" })
  .meta({ id: "Principal" });
export type Principal = z.infer<typeof Principal>;

/** Principal of `principal/{code}` (contract §4). `userId` is the application's id when one was given, else the sub. */
export const ExtendedPrincipal = z
  .object({
    _tag: z.literal("ExtendedPrincipal"),
    id: z.string(),
    authenticatorId: Id.meta({ description: "The passkey's id; after a sign-in by mailbox code the challenge's" }),
    authenticatorType: AuthenticatorType,
    userId: z.string(),
    sub: Id,
    operation: z.enum(["registration", "authentication"]),
    purpose: z.string().optional(),
    passkey: z
      .object({ verified: z.literal(true), userVerified: z.boolean(), platformName: z.string().optional() })
      .optional()
      .meta({ description: "Absent after a sign-in by mailbox code" }),
    user: z.object({ sub: Id, email, givenName: name, familyName: name, emailVerified }),
    createdAt: Milliseconds,
    expiresAt: Milliseconds,
    metadata: z.object({ ipAddress: z.string().optional(), userAgent: z.string().optional() }),
  })
  .refine(({ authenticatorType, passkey }) => (authenticatorType === "passkey") === (passkey !== undefined), { path: ["passkey"], message: "goes with a passkey, and with nothing else" })
  .meta({ id: "ExtendedPrincipal" });
export type ExtendedPrincipal = z.infer<typeof ExtendedPrincipal>;

/** Body of POST principal/{code}; all of it may be left out. */
export const ExchangeCode = z
  .object({
    userId: UserId.optional(),
    code_verifier: z
      .string()
      .regex(/^[A-Za-z0-9._~-]{43,128}$/, "must be a PKCE verifier of 43 to 128 characters (RFC 7636)")
      .optional(),
  })
  .meta({ id: "ExchangeCode" });
export type ExchangeCode = z.infer<typeof ExchangeCode>;

export const CodePath = z.object({ code: z.string() });
export const TokenPath = z.object({ token: z.string() });
