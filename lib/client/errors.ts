/** One invalid field: `path` names it, `message` says what to change. */
export interface Issue {
  path: string;
  message: string;
}

/** Errors that the service returns to a browser, by tag, with their fields besides `message`. */
interface ServiceErrors {
  "@error/BadRequest": { issues: Issue[] };
  "@error/InvalidEmail": object;
  /** An account with this email exists. Offer sign-in. */
  "@error/DuplicateEmail": object;
  "@error/InvalidTenancy": object;
  /** The tenancy's settings don't allow this origin, this client id, or self-service. */
  "@error/Forbidden": object;
  "@error/NotFound": object;
  /** The token from your backend was already used or has expired. Request a new one. */
  "@error/InvalidToken": object;
  /** `quarantine`: the passkey is new, and can sign in from `availableAt` (ms). */
  "@error/PasskeyDisabled": {
    passkeyId: string;
    reason?: "quarantine" | "user-disabled";
    availableAt?: number;
  };
  /** The user got a passkey in the meantime, and another one needs a proof. Start again. */
  "@error/ProofRequired": object;
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

/** Errors that occur in the browser. */
interface BrowserErrors {
  /**
   * The browser supports no WebAuthn or no autofill, or this page or device cannot create or use
   * the passkey.
   */
  "@error/PasskeyUnsupported": object;
  /**
   * The user closed or refused the prompt, or no passkey matched. Browsers don't distinguish these
   * cases (WebAuthn L3 §14.5.1).
   */
  "@error/Cancelled": object;
  /** The prompt timed out. */
  "@error/TimedOut": object;
  /** Your `signal` or a later ceremony aborted this one. Show nothing. */
  "@error/Aborted": object;
  /** This device already has a passkey for the account. Offer sign-in. */
  "@error/PasskeyAlreadyOnDevice": object;
  /**
   * The service does not know the passkey that the user picked. Offer
   * `removeOrphanedPasskey(error)`. `repaired` is true when `repairOrphans` already removed it.
   */
  "@error/OrphanedPasskey": { credentialId: string; rpId: string; repaired: boolean };
  /** The authenticator failed for an unknown reason. */
  "@error/AuthenticatorFailed": object;
  /** No response, or one that is not from the service. `status` is set when there was a response. */
  "@error/Network": { status?: number };
}

type Errors = ServiceErrors & BrowserErrors;

/** All error tags. */
export type ErrorTag = keyof Errors;

/** The error with this tag. */
export type ErrorOf<T extends ErrorTag> = T extends ErrorTag
  ? { _tag: T; message: string } & Errors[T]
  : never;

/** Any error of this library, discriminated by `_tag`. */
export type KeysteadError = ErrorOf<ErrorTag>;

/** Wraps a tagged error for throwing. `Keystead` returns it as a result, `KeysteadUnsafe` rejects. */
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

/** Whether a caught value is an error of this library, with `_tag` and the tag's fields on it. */
export function isKeysteadError(caught: unknown): caught is KeysteadError & Error {
  return caught instanceof Failure;
}
