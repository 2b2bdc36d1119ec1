/**
 * Every error tag and its HTTP status. The tag is the status: a throw site cannot choose another.
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
  "@error/VerificationFailed": 400,
  "@error/DuplicatePasskey": 409,
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
] as const;

export type VerificationReason = (typeof verificationReasons)[number];

/**
 * One thing wrong with the input: `path` names the field (dots between levels), `message` says what
 * to change.
 */
export interface Issue {
  path: string;
  message: string;
}

/** The fields a tag carries on the wire besides `_tag` and `message`. */
interface ErrorExtras {
  "@error/BadRequest": { issues: Issue[] };
  "@error/PasskeyNotFound": { credentialId: string; rpId: string };
  "@error/PasskeyDisabled": { passkeyId: string };
  "@error/VerificationFailed": { reason: VerificationReason };
  "@error/InvalidChallengeCode": { attemptsRemaining: number };
  "@error/ChallengeRateLimited": { retryAfterSeconds: number };
  "@error/RateLimited": { retryAfterSeconds: number };
  "@error/Internal": { requestId: string };
}

export type ErrorExtra<T extends ErrorTag> = T extends keyof ErrorExtras
  ? ErrorExtras[T]
  : Record<never, never>;

const defaultMessages: Record<ErrorTag, string> = {
  "@error/BadRequest": "The request is not valid.",
  "@error/InvalidEmail": "This is not an email address that we could send to.",
  "@error/DuplicateEmail": "A user with this email already exists.",
  "@error/InvalidTenancy": "There is no such tenancy.",
  "@error/Forbidden": "The caller may not do this.",
  "@error/NotFound": "There is no such thing here.",
  "@error/InvalidCode": "The code is unknown, has expired or was exchanged before.",
  "@error/InvalidToken":
    "The token is unknown, has expired, was used before or is of another kind.",
  "@error/PasskeyNotFound": "This passkey is not registered here.",
  "@error/PasskeyDisabled": "This passkey is disabled.",
  "@error/VerificationFailed": "The authenticator's response could not be verified.",
  "@error/DuplicatePasskey": "This passkey is already registered.",
  "@error/InvalidChallenge":
    "The challenge is unknown, was verified or deleted before, or the secret is not its own.",
  "@error/InvalidChallengeCode": "The code is wrong.",
  "@error/ChallengeExpired": "The challenge has expired; create another.",
  "@error/ChallengeAttemptsExceeded": "No attempts are left for this challenge; create another.",
  "@error/ChallengeRateLimited": "Too many codes were asked for; try again later.",
  "@error/RateLimited": "Too many requests; try again later.",
  "@error/UnsupportedMediaType": "Send the body as application/json, without a content encoding.",
  "@error/PayloadTooLarge": "The body is larger than 64 KiB.",
  "@error/MethodNotAllowed": "This path does not answer this method.",
  "@error/Unavailable":
    "The service cannot reach its database; nothing was changed. Try again shortly.",
  "@error/Internal": "Something went wrong on our side.",
};

/** The sentence that a tag says where nothing more exact is known. */
export const usualMessage = (tag: ErrorTag): string => defaultMessages[tag];

type ExtraArguments<T extends ErrorTag> = T extends keyof ErrorExtras
  ? [extra: ErrorExtras[T], message?: string]
  : [extra?: undefined, message?: string];

/**
 * An error that may be told to the caller. `message` and the extra fields reach the wire; `cause`
 * never does.
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

  get status(): number {
    return errorStatus[this.tag];
  }
}

/** `instanceof` that keeps the tag's type. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}

/** A 400 that names one field. */
export function badRequest(path: string, message: string): ServiceError<"@error/BadRequest"> {
  return new ServiceError(
    "@error/BadRequest",
    { issues: [{ path, message }] },
    path ? `${path}: ${message}` : message,
  );
}

/**
 * Stops the start with one clear sentence and an exit code that is not 0; never reaches a caller of
 * the API.
 */
export class StartupError extends Error {
  override name = "StartupError";
}

/**
 * Ends a transaction that needs an advisory lock which another transaction has; the database runs
 * it again. Never reaches a caller of the API: where the wait is too long, that is a 503.
 */
export class LockTaken extends Error {
  override name = "LockTaken";
  /** PostgreSQL's `lock_not_available`. */
  readonly code = "55P03";

  constructor(readonly lockKey: string) {
    super("another transaction has the lock");
  }
}
