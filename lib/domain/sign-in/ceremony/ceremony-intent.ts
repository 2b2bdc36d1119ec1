import { z } from "zod";
import type { UserVerification } from "@/lib/contract/fields";
import { defaultAlgorithms } from "@/lib/domain/base/credential-algorithms";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

/**
 * Binds a ceremony on the hosted pages to its request, from options to verification. The code gets
 * this PKCE challenge, and the ceremony must run on this origin, which is the service's own.
 */
export const HostedBinding = z.object({
  codeChallenge: z.string(),
  origin: z.string(),
  /** Names the mailbox proof that opened a registration: its SHA-256 in base64url. */
  mailboxProof: z.string().optional(),
  /** Names the proof of a sign-in that opened a registration for this device, in the same way. */
  deviceProof: z.string().optional(),
  /** Names the account whose own page opened a registration. */
  account: z.string().optional(),
});
export type HostedBinding = z.infer<typeof HostedBinding>;

/**
 * Checks that a session is verified on the pages, for the request and with the proof that it was
 * created for.
 * @throws InvalidToken
 */
export function requireSamePages(
  ofSession: HostedBinding | undefined,
  here: HostedBinding | undefined,
): void {
  if (
    ofSession?.codeChallenge !== here?.codeChallenge ||
    ofSession?.origin !== here?.origin ||
    ofSession?.mailboxProof !== here?.mailboxProof ||
    ofSession?.deviceProof !== here?.deviceProof ||
    ofSession?.account !== here?.account
  )
    throw new ServiceError("@error/InvalidToken");
}

const shared = {
  rpId: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  mediation: z.enum(["required", "conditional"]),
  purpose: z.string().optional(),
};

/** The payload of an authentication token, from `authorize` to `options`. */
export const AuthenticationIntent = z.object({
  ...shared,
  timeoutMs: z.int(),
  /** Instead of the tenancy's. */
  hints: z.array(z.string()).optional(),
  /** Passkey ids; null in a discoverable sign-in. */
  allowPasskeys: z.array(z.string()).nullable(),
});
export type AuthenticationIntent = z.infer<typeof AuthenticationIntent>;

/** The payload of an authentication session, from `options` to `verification`. */
export const AuthenticationSession = z.object({
  ...shared,
  ceremonyNonce: z.string(),
  /** Credential ids, decoys included; null in a discoverable sign-in. */
  allowCredentials: z.array(z.string()).nullable(),
  hosted: HostedBinding.optional(),
});
export type AuthenticationSession = z.infer<typeof AuthenticationSession>;

const identity = {
  username: z.string(),
  displayName: z.string(),
  userId: z.string().optional(),
  /** The backend sent `userId: null`: the email selects no user. */
  isNewUser: z.boolean().optional(),
  email: z.string().optional(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
};

/** The payload of a registration token, from `authorize` to `options`. */
export const RegistrationIntent = z.object({
  ...identity,
  selfService: z.boolean(),
  /** The user who proved by a code that they want another passkey. */
  provedSub: z.string().optional(),
  rpId: z.string(),
  rpName: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  excludeCredentials: z.array(z.string()),
  timeoutMs: z.int(),
  /** Instead of the tenancy's. */
  hints: z.array(z.string()).optional(),
  /** The backend allows a passkey without a prompt, and so without user presence. */
  automatic: z.boolean().optional(),
});
export type RegistrationIntent = z.infer<typeof RegistrationIntent>;

/** What a registration session keeps of the intent. */
export const KeptIntent = RegistrationIntent.omit({
  excludeCredentials: true,
  rpName: true,
  timeoutMs: true,
  hints: true,
});

/** The payload of a registration session, from `options` to `verification`. */
export const RegistrationSession = KeptIntent.extend({
  ceremonyNonce: z.string(),
  userHandle: z.string(),
  /** COSE algorithms that the options offered. Missing in sessions from an earlier release. */
  algorithms: z.array(z.int()).default([...defaultAlgorithms]),
  /** Credential ids in `excludeCredentials`. Missing in sessions from an earlier release. */
  excludedCredentialIds: z.array(z.string()).optional(),
  hosted: HostedBinding.optional(),
});
export type RegistrationSession = z.infer<typeof RegistrationSession>;

/**
 * Whether the registrant proved control of the mailbox on the hosted pages. The transaction that
 * writes the passkey consumes that proof.
 */
export const hasEmailboxProof = ({ hosted }: Pick<RegistrationSession, "hosted">): boolean =>
  hosted?.mailboxProof !== undefined;

/**
 * Whether a fresh emailed code proved that this user wants the passkey: a challenge with purpose
 * `add-passkey`, which `authorize` consumed, or on the hosted pages the code that the session names.
 */
export const isProvedBy = (
  session: Pick<RegistrationSession, "provedSub" | "hosted">,
  sub: string,
): boolean => session.provedSub === sub || hasEmailboxProof(session);

const strength: Record<UserVerification, number> = { discouraged: 0, preferred: 1, required: 2 };

/** Returns the stricter of the tenancy's floor and the caller's choice. */
export function raiseUserVerification(
  floor: UserVerification,
  requested: UserVerification | undefined,
): UserVerification {
  return requested !== undefined && strength[requested] > strength[floor] ? requested : floor;
}

/** Clamps a timeout in milliseconds to the allowed range; applies the default if none is given. */
export function clampTimeout(requestedMs: number | undefined): number {
  const timeoutMs = Math.round(requestedMs ?? lifetimes.ceremonyTimeoutMs);
  const { ceremonyTimeoutMinMs, ceremonyTimeoutMaxMs } = lifetimes;
  return Math.min(ceremonyTimeoutMaxMs, Math.max(ceremonyTimeoutMinMs, timeoutMs));
}

/** Adds hints to options (WebAuthn L3 §5.8.7). Without any, the member stays absent. */
export const withHints = <T extends object>(optionsJSON: T, hints: string[]): T =>
  hints.length === 0 ? optionsJSON : { ...optionsJSON, hints };
