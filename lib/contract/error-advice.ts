/** When a tag is returned, and what to do about it. */
interface Advice {
  when: string;
  remedy: string;
}

/** Advice by tag, for the API reference and generated clients. */
export const errorAdvice: Record<string, Advice> = {
  "@error/BadRequest": {
    when: "A field is missing, has the wrong type or contradicts another, or the body is not JSON.",
    remedy: "Fix the fields listed in `issues`. Retrying the same request fails again.",
  },
  "@error/InvalidEmail": {
    when: "The value is not exactly one valid email address.",
    remedy: "Show the message next to the email field so the user can correct it.",
  },
  "@error/DuplicateEmail": {
    when:
      "A self-service registration uses, or an update verifies, an email that another user " +
      "already owns.",
    remedy: "Offer to sign in instead, or send a mailbox code.",
  },
  "@error/InvalidTenancy": {
    when: "A page calls a tenancy that does not exist or is suspended.",
    remedy: "Compare the tenancy id with `keystead tenancy list`.",
  },
  "@error/Forbidden": {
    when:
      "The API key is missing, malformed, locked, revoked, expired, for another tenancy or lacks " +
      "the scope; or the tenancy does not allow the page's origin, client id or self-service.",
    remedy:
      "Check the key, its scopes and the tenancy in the path. For pages, check the tenancy's " +
      "allowed origins.",
  },
  "@error/NotFound": {
    when: "The resource does not exist. Resources of other tenancies return the same error.",
    remedy: "Treat it as deleted.",
  },
  "@error/InvalidCode": {
    when: "The one-time code of a sign-in or registration is unknown, expired or already exchanged.",
    remedy:
      "Ask the user to sign in again. Retrying an exchange after a lost response returns this " +
      "error too. Never treat it as a sign-in.",
  },
  "@error/InvalidToken": {
    when:
      "A registration, authentication, session or prepared token is unknown, expired, used or of " +
      "another kind.",
    remedy: "Start the ceremony again, with a new token from your backend if it uses one.",
  },
  "@error/PasskeyNotFound": {
    when: "The device offered a passkey that is not registered for this domain in any tenancy.",
    remedy:
      "Offer to remove it from the device. The browser library reports it as " +
      "`@error/OrphanedPasskey`.",
  },
  "@error/PasskeyDisabled": {
    when: "The passkey or its user is disabled. Returned only after the signature has verified.",
    remedy: "Tell the user to sign in another way or to contact you.",
  },
  "@error/VerificationFailed": {
    when: "The authenticator's response failed the WebAuthn step named in `reason`.",
    remedy: "For `origin` and `rp-id`, fix your settings. Otherwise, let the user try once more.",
  },
  "@error/DuplicatePasskey": {
    when: "The credential id is already registered in this tenancy.",
    remedy: "Offer to sign in with it.",
  },
  "@error/InvalidChallenge": {
    when: "The challenge is unknown, verified, deleted or superseded, or the secret does not match.",
    remedy: "Create a new challenge.",
  },
  "@error/InvalidChallengeCode": {
    when:
      "The code is wrong. A string that does not have exactly the code's number of digits returns " +
      "this error too, and uses no attempt.",
    remedy: "Ask the user to enter it again; `attemptsRemaining` is the number of attempts left.",
  },
  "@error/ChallengeExpired": {
    when: "The challenge has expired.",
    remedy: "Create a new challenge.",
  },
  "@error/ChallengeAttemptsExceeded": {
    when:
      "The challenge has no attempts left, or its mailbox had too many wrong codes in 24 hours. " +
      "The right code fails too.",
    remedy: "Create a new challenge.",
  },
  "@error/ChallengeRateLimited": {
    when: "Too many codes were requested for this mailbox or for the whole tenancy.",
    remedy: "Wait `retryAfterSeconds`, and tell the user how long that is.",
  },
  "@error/RateLimited": {
    when: "Too many calls without a key from this address or to this tenancy.",
    remedy:
      "Wait `retryAfterSeconds`. If many users share one address, raise the tenancy's limits and " +
      "check TRUSTED_PROXY_HOPS.",
  },
  "@error/UnsupportedMediaType": {
    when: "The body does not have the media type that the endpoint reads, or is compressed.",
    remedy:
      "Send `Content-Type: application/json` (`application/x-ndjson` for an import) and no " +
      "`Content-Encoding`.",
  },
  "@error/PayloadTooLarge": {
    when: "The body exceeds the endpoint's limit: 64 KiB of JSON, or 16 MiB of NDJSON.",
    remedy: "Split the request into smaller ones.",
  },
  "@error/MethodNotAllowed": {
    when: "The path exists but does not support this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "@error/Unavailable": {
    when:
      "The database cannot be reached, does not respond or has no free connection. `message` says " +
      "whether the request may have taken effect.",
    remedy:
      "Retry the same request after the number of seconds in `Retry-After`. Restart a ceremony " +
      "whose token is already used.",
  },
  "@error/Internal": {
    when: "The service failed unexpectedly.",
    remedy: "Find `requestId` in the logs and report it.",
  },
};
