/**
 * Every error tag and its HTTP status. A throw site can't choose another status.
 */
export const errorStatus = {
  "@error/BadRequest": 400,
  "@error/InvalidEmail": 400,
  "@error/DuplicateEmail": 409,
  "@error/InvalidTenancy": 404,
  "@error/Forbidden": 403,
  "@error/NotFound": 404,
  "@error/InvalidCode": 404,
  "@error/InvalidToken": 400,
  "@error/PasskeyNotFound": 404,
  "@error/PasskeyDisabled": 403,
  "@error/ProofRequired": 403,
  "@error/VerificationFailed": 400,
  "@error/DuplicateUser": 409,
  "@error/DuplicatePasskey": 409,
  "@error/IdempotencyConflict": 409,
  "@error/FeedReset": 409,
  "@error/InvalidChallenge": 400,
  "@error/InvalidChallengeCode": 400,
  "@error/ChallengeExpired": 400,
  "@error/ChallengeAttemptsExceeded": 400,
  "@error/ChallengeRateLimited": 429,
  "@error/RateLimited": 429,
  "@error/UnsupportedMediaType": 415,
  "@error/PayloadTooLarge": 413,
  "@error/MethodNotAllowed": 405,
  "@error/Unavailable": 503,
  "@error/Internal": 500,
} as const;

export type ErrorTag = keyof typeof errorStatus;

/** The rules of a tenancy's passkey policy that a passkey or a ceremony can break. */
const policyRules = [
  "policy-unattested",
  "policy-root",
  "policy-aaguid",
  "policy-certification",
  "policy-revoked",
  "policy-storage",
  "policy-user-verification",
  "policy-algorithm",
  "policy-top-origin",
] as const;

/** Why a passkey policy refuses. `attestation`: the authenticator's statement is wrong. */
export const policyReasons = ["attestation", ...policyRules] as const;

/** The WebAuthn step that a response failed (WebAuthn L3 §7.1 and §7.2), as a closed list. */
export const verificationReasons = [
  "malformed",
  "type",
  "challenge",
  "origin",
  "cross-origin",
  "rp-id",
  "user-presence",
  "user-verification",
  "backup-state",
  "backup-eligibility",
  "algorithm",
  "attestation",
  "credential-id",
  "resident-key",
  "credential-not-allowed",
  "user-handle",
  "signature",
  "signature-counter",
  ...policyRules,
] as const;

export type VerificationReason = (typeof verificationReasons)[number];

/**
 * One problem of the input: `path` is the field (levels joined by dots), `message` says what to change.
 */
export interface Issue {
  path: string;
  message: string;
}

/** The fields a tag carries on the wire besides `_tag` and `message`. */
interface ErrorExtras {
  "@error/BadRequest": { issues: Issue[] };
  "@error/PasskeyNotFound": { credentialId: string; rpId: string };
  /** `quarantine` until `availableAt`; without a reason, the passkey itself is disabled. */
  "@error/PasskeyDisabled": {
    passkeyId: string;
    reason?: "quarantine" | "user-disabled";
    availableAt?: number;
  };
  /** A backend gets a token, a browser does not. */
  "@error/ProofRequired": { proofToken?: string; expiresAt?: number };
  "@error/VerificationFailed": { reason: VerificationReason };
  "@error/InvalidChallengeCode": { attemptsRemaining: number };
  "@error/ChallengeRateLimited": { retryAfterSeconds: number };
  "@error/RateLimited": { retryAfterSeconds: number };
  /** While the first request with this Idempotency-Key runs. */
  "@error/IdempotencyConflict": { retryAfterSeconds?: number };
  "@error/Internal": { requestId: string };
}

export type ErrorExtra<T extends ErrorTag> = T extends keyof ErrorExtras
  ? ErrorExtras[T]
  : Record<never, never>;

const defaultMessages: Record<ErrorTag, string> = {
  "@error/BadRequest": "The request is invalid.",
  "@error/InvalidEmail": "This is not a valid email address.",
  "@error/DuplicateEmail": "A user with this email already exists. Sign in instead.",
  "@error/InvalidTenancy": "Tenancy not found. Check the tenancy id.",
  "@error/Forbidden": "You do not have permission to do this.",
  "@error/NotFound": "Not found.",
  "@error/InvalidCode": "The code is unknown, expired or already exchanged. Sign in again.",
  "@error/InvalidToken":
    "The token is unknown, expired, already used or of another kind. Start again.",
  "@error/PasskeyNotFound":
    "This passkey is not registered here. Use another one, or sign in another way.",
  "@error/PasskeyDisabled": "This passkey is disabled. Use another one.",
  "@error/ProofRequired":
    "This user already has a passkey. Verify an emailed code to add another one.",
  "@error/VerificationFailed": "The authenticator's response could not be verified. Try again.",
  "@error/DuplicateUser": "Another user already has this userId.",
  "@error/DuplicatePasskey": "This passkey is already registered. Sign in with it.",
  "@error/IdempotencyConflict":
    "The first request with this Idempotency-Key is still running. Send this one again shortly.",
  "@error/FeedReset":
    "The feed has another name than `feed`: a backup was restored, the database failed over, " +
    "or the name is another installation's. Read your users again, then follow from after=newest.",
  "@error/InvalidChallenge":
    "The challenge is unknown, verified, deleted or replaced, or the secret does not match. " +
    "Create a new one.",
  "@error/InvalidChallengeCode": "The code is wrong. Enter the code of the latest email.",
  "@error/ChallengeExpired": "The challenge has expired. Create a new one.",
  "@error/ChallengeAttemptsExceeded": "The challenge has no attempts left. Create a new one.",
  "@error/ChallengeRateLimited": "Too many codes requested. Try again later.",
  "@error/RateLimited": "Too many requests. Try again later.",
  "@error/UnsupportedMediaType": "Send the body as application/json, without a content encoding.",
  "@error/PayloadTooLarge": "The body is larger than 64 KiB. Send less in one request.",
  "@error/MethodNotAllowed":
    "This path does not support this method. The Allow header lists those it supports.",
  "@error/Unavailable": "The database is unavailable. Nothing was changed. Try again shortly.",
  "@error/Internal": "Something went wrong on our side. Try again later.",
};

/** The default message of a tag. */
export const defaultMessage = (tag: ErrorTag): string => defaultMessages[tag];

/**
 * Whom and what an error concerns, as far as the throw site knows. For the timeline: it never reaches
 * the wire, and of it only `origin` is logged.
 */
export interface ErrorSubject {
  sub?: string | undefined;
  /** Normalized. */
  email?: string | undefined;
  passkeyId?: string | undefined;
  challengeId?: string | undefined;
  /** As the browser sent it; not stored. It identifies the passkey and its user. */
  credentialId?: string | undefined;
  /** As the browser sent it; not stored. It identifies the user of a passkey that is unknown here. */
  userHandle?: string | undefined;
  /** A credential that the request allows; not stored. It identifies the user whom it names. */
  allowedCredentialId?: string | undefined;
  /** The page's, if it was refused; see `printableOrigin`. */
  origin?: string | undefined;
  /** The endpoint's, as OpenAPI's operationId. */
  operation?: string | undefined;
  /** The first field that was refused, as the endpoint's schema names it. */
  field?: string | undefined;
}

type ExtraArguments<T extends ErrorTag> = T extends keyof ErrorExtras
  ? [extra: ErrorExtras[T], message?: string]
  : [extra?: undefined, message?: string];

/**
 * An error that the caller may see. `message` and the extra fields reach the wire; `cause` never does.
 * @example throw new ServiceError("@error/VerificationFailed", { reason: "origin" });
 */
export class ServiceError<T extends ErrorTag = ErrorTag> extends Error {
  readonly tag: T;
  readonly extra: ErrorExtra<T>;

  constructor(tag: T, ...[extra, message]: ExtraArguments<T>) {
    super(message ?? defaultMessages[tag]);
    this.name = "ServiceError";
    this.tag = tag;
    this.extra = (extra ?? {}) as ErrorExtra<T>;
  }

  // Private, so that no serializer finds it.
  #subject: ErrorSubject = {};

  get status(): number {
    return errorStatus[this.tag];
  }

  get subject(): ErrorSubject {
    return this.#subject;
  }

  /** Adds whom and what the error concerns. Earlier facts win: the throw site knows best. */
  about(subject: ErrorSubject): this {
    this.#subject = { ...subject, ...this.#subject };
    return this;
  }
}

/** `instanceof` that keeps the tag's type. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}

/** Runs `work`, and adds to its error whom and what it concerns. */
export async function concerning<T>(
  subject: () => ErrorSubject,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isServiceError(error) ? error.about(subject()) : error;
  }
}

/** A 400 that names each invalid field. */
export function badRequestOf(issues: Issue[]): ServiceError<"@error/BadRequest"> {
  const messages = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ServiceError("@error/BadRequest", { issues }, messages.join("; "));
}

/** A 400 that names one field. */
export const badRequest = (path: string, message: string) => badRequestOf([{ path, message }]);

/**
 * Stops the start: prints its message and exits with a code other than 0. Never reaches a caller of
 * the API.
 */
export class StartupError extends Error {
  override name = "StartupError";
}

/**
 * Rolls back a transaction whose advisory lock is taken; `retryWhileLocked` runs it again. Never
 * reaches a caller of the API: when the retries time out, the response is a 503.
 */
export class LockTaken extends Error {
  override name = "LockTaken";
  /** PostgreSQL's `lock_not_available`. */
  readonly code = "55P03";

  constructor(readonly lockKey: string) {
    super("another transaction has the lock");
  }
}
