/** When a tag is answered, and what its reader does about it. */
interface Advice {
  when: string;
  remedy: string;
}

/** By tag; for the reference and whoever generates a client from the OpenAPI document. */
export const errorAdvice: Record<string, Advice> = {
  "@error/BadRequest": {
    when: "A field is missing, of the wrong kind or contradicts another; or the body is not JSON.",
    remedy: "Mend what each entry of `issues` names; sending the same again fails the same way.",
  },
  "@error/InvalidEmail": {
    when: "This is not one address that mail could be sent to.",
    remedy: "Show the message beside the email field, and let the person correct it.",
  },
  "@error/DuplicateEmail": {
    when: "Somebody registers in self-service, or is marked as verified, with an email that another user holds.",
    remedy: "Offer to sign in instead, or to send a mailbox code.",
  },
  "@error/InvalidTenancy": {
    when: "A page calls a tenancy that does not exist or is suspended.",
    remedy: "Compare the tenancy id with `keystead tenancy list`.",
  },
  "@error/Forbidden": {
    when: "The API key is missing, malformed, of another tenancy, locked, revoked, expired or lacks the scope; or the page's origin, its client id or self-service is not allowed.",
    remedy:
      "Check the key, its scopes and the tenancy in the path; for pages, the tenancy's allowed origins.",
  },
  "@error/NotFound": {
    when: "There is no such thing in this tenancy. A thing of another tenancy looks the same.",
    remedy: "Treat it as gone.",
  },
  "@error/InvalidCode": {
    when: "The code or token is unknown, older than five minutes or was exchanged before.",
    remedy:
      "Let the person sign in again. An exchange that you repeat after a lost answer ends here as well: do not sign anybody in on it.",
  },
  "@error/InvalidToken": {
    when: "A registration, authentication, session or prepared token is unknown, expired, used or of another kind.",
    remedy: "Begin the ceremony anew; a backend that authorizes has to authorize again.",
  },
  "@error/PasskeyNotFound": {
    when: "A sign-in offered a passkey that no tenancy of this installation knows for that domain.",
    remedy:
      "Offer to remove it from the device; the browser library calls it `@error/OrphanedPasskey`.",
  },
  "@error/PasskeyDisabled": {
    when: "The passkey or its user is disabled. Answered only after the signature has verified.",
    remedy: "Tell the person to use another way in, or to ask you.",
  },
  "@error/VerificationFailed": {
    when: "The authenticator's response failed a step of WebAuthn; `reason` names it.",
    remedy:
      "`origin` and `rp-id` are settings to correct; anything else: let the person try once more.",
  },
  "@error/DuplicatePasskey": {
    when: "The credential id is registered in this tenancy already.",
    remedy: "Offer to sign in with it.",
  },
  "@error/InvalidChallenge": {
    when: "The challenge is unknown, verified, deleted or superseded, or the secret is not its own.",
    remedy: "Create another challenge.",
  },
  "@error/InvalidChallengeCode": {
    when: "The code is wrong. A string that is not exactly the code's number of digits gets this error too and costs no attempt.",
    remedy: "Let the person type it again; `attemptsRemaining` says how often.",
  },
  "@error/ChallengeExpired": {
    when: "The challenge has run out.",
    remedy: "Create another challenge.",
  },
  "@error/ChallengeAttemptsExceeded": {
    when: "The challenge has no attempts left, or too many wrong codes were entered for its mailbox in 24 hours. The right code is refused too.",
    remedy: "Create another challenge.",
  },
  "@error/ChallengeRateLimited": {
    when: "Too many codes were asked for, for this mailbox or for the whole tenancy.",
    remedy: "Wait `retryAfterSeconds`, and tell the person how long that is.",
  },
  "@error/RateLimited": {
    when: "Too many calls without a key, from this address or to this tenancy.",
    remedy:
      "Wait `retryAfterSeconds`. If many people share one address, raise the tenancy's limits, and check TRUSTED_PROXY_HOPS.",
  },
  "@error/UnsupportedMediaType": {
    when: "The body is not of the media type that the endpoint reads, or is compressed.",
    remedy:
      "Send `Content-Type: application/json` (for an import `application/x-ndjson`), and no `Content-Encoding`.",
  },
  "@error/PayloadTooLarge": {
    when: "The body is larger than the endpoint reads: 64 KiB of JSON, or 16 MiB of lines.",
    remedy: "Send less at a time.",
  },
  "@error/MethodNotAllowed": {
    when: "The path exists and does not answer this method.",
    remedy: "Use one of the methods in the header `Allow`.",
  },
  "@error/Unavailable": {
    when: "The database cannot be reached or has no connection free. Nothing was changed.",
    remedy: "Send the same again after the seconds in `Retry-After`.",
  },
  "@error/Internal": {
    when: "A fault of the service itself.",
    remedy: "Look for `requestId` in the logs, and report it.",
  },
};
