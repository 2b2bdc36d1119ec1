/** One thing wrong with what was sent: `path` names the field, `message` says what to change. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * What the service may answer to a browser, by tag, with the fields that the tag carries besides
 * `message`.
 */
interface ServiceErrors {
  "@error/BadRequest": { issues: Issue[] };
  "@error/InvalidEmail": object;
  /** An account with this email exists: offer to sign in. */
  "@error/DuplicateEmail": object;
  "@error/InvalidTenancy": object;
  /** The page's origin, the client id or self-service is not allowed by the tenancy's settings. */
  "@error/Forbidden": object;
  "@error/NotFound": object;
  /** The token of your backend was used before or has expired: ask your backend for another. */
  "@error/InvalidToken": object;
  "@error/PasskeyDisabled": { passkeyId: string };
  /** `reason` names the WebAuthn step that failed, such as `origin` or `signature`. */
  "@error/VerificationFailed": { reason: string };
  "@error/DuplicatePasskey": object;
  "@error/RateLimited": { retryAfterSeconds: number };
  "@error/UnsupportedMediaType": object;
  "@error/PayloadTooLarge": object;
  "@error/MethodNotAllowed": object;
  "@error/Unavailable": object;
  "@error/Internal": { requestId: string };
}

/** What goes wrong in the browser itself. */
interface BrowserErrors {
  /**
   * No WebAuthn here, no autofill where it was asked for, or a passkey that this page or device
   * cannot make or use.
   */
  "@error/PasskeyUnsupported": object;
  /**
   * The prompt was closed, refused, or had nothing to offer; browsers do not tell these apart
   * (WebAuthn L3 §14.5.1).
   */
  "@error/Cancelled": object;
  /** Nobody answered the prompt in time. */
  "@error/TimedOut": object;
  /** Ended by your `signal`, or by a ceremony that began later: nothing to show. */
  "@error/Aborted": object;
  /** This device has a passkey for the account already: offer to sign in. */
  "@error/PasskeyAlreadyOnDevice": object;
  /**
   * The device offered a passkey that exists nowhere any more: offer
   * `removeOrphanedPasskey(error)`. `repaired` when `repairOrphans` has already told the device to
   * forget it.
   */
  "@error/OrphanedPasskey": { credentialId: string; rpId: string; repaired: boolean };
  /** The authenticator failed in a way that it does not explain. */
  "@error/AuthenticatorFailed": object;
  /** No answer, or one that is not the service's; `status` is there when something answered. */
  "@error/Network": { status?: number };
}

type Errors = ServiceErrors & BrowserErrors;

/** Every tag that an error may have. */
export type ErrorTag = keyof Errors;

/** The error of one tag. */
export type ErrorOf<T extends ErrorTag> = T extends ErrorTag
  ? { _tag: T; message: string } & Errors[T]
  : never;

/** Any error of this library, told apart by `_tag`. */
export type KeysteadError = ErrorOf<ErrorTag>;

/** Carries a tagged error to the edge, where `Keystead` returns and `KeysteadUnsafe` rejects. */
export class Failure extends Error {
  override name = "KeysteadError";

  constructor(readonly error: KeysteadError) {
    super(error.message);
    Object.assign(this, error);
  }
}

export function fail<T extends ErrorTag>(tag: T, message: string, extra?: Errors[T]): Failure {
  return new Failure({ _tag: tag, message, ...extra } as KeysteadError);
}

/**
 * Whether something caught is an error of this library; then `_tag` and its fields are readable on
 * it.
 */
export function isKeysteadError(caught: unknown): caught is KeysteadError & Error {
  return caught instanceof Failure;
}
