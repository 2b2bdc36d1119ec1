/** What a tag means and what to do about it. Full sentences. */
interface Advice {
  /** What happened. */
  when: string;
  /** Why it usually happens. */
  cause: string;
  /** What the caller does next. */
  remedy: string;
}

/** Advice by tag, for the API reference and generated clients. */
export const errorAdvice: Record<string, Advice> = {
  "@error/BadRequest": {
    when:
      "A field is missing, has the wrong type or contradicts another, the body is not JSON, or the " +
      "endpoint doesn't have the query parameter.",
    cause:
      "Your code omits a required field or misspells its name, or sends a value that the schema " +
      "doesn't allow.",
    remedy: "Fix the fields listed in `issues`. Retrying the same request fails again.",
  },
  "@error/IdempotencyConflict": {
    when:
      "A request with this Idempotency-Key still runs, its reply is no longer kept, or the key was " +
      "used for another request.",
    cause:
      "Your code retries while the first request runs, or uses one Idempotency-Key for two requests.",
    remedy:
      "With `Retry-After`, send the same request again after that time. Otherwise find out what the " +
      "first request did, then use a new Idempotency-Key.",
  },
  "@error/FeedReset": {
    when: "The feed has another name than `feed` by now, or no event has the number `after`.",
    cause:
      "A backup was restored, or the database failed over: events that you have read may be undone, " +
      "and their numbers belong to others. Or your code sends the position of another tenancy or " +
      "installation. The message says which.",
    remedy:
      "Request `after=newest`, store its `feed` and `last`, read your users again, then follow from " +
      "there.",
  },
  "@error/InvalidEmail": {
    when: "The value is not exactly one valid email address.",
    cause: "The user mistyped the address, or your code sends a name or a list of addresses.",
    remedy: "Show the message next to the email field so the user can correct it.",
  },
  "@error/DuplicateEmail": {
    when:
      "A self-service registration uses, or an update or a code verifies, an email that another " +
      "user already owns. Or your backend authorizes a registration for such an email without " +
      "`userId`.",
    cause: "The user already has an account with this email, often a forgotten one.",
    remedy:
      "Offer to sign in with a passkey or an emailed code, or let the user enter another email. To " +
      "add a passkey to a signed-in user, send their `userId`.",
  },
  "@error/InvalidTenancy": {
    when: "A page calls a tenancy that does not exist or is suspended.",
    cause: "The tenancy id is mistyped or belongs to another installation.",
    remedy: "Compare the id with the console or with `keystead tenancy list`.",
  },
  "@error/Forbidden": {
    when:
      "The API key is missing, malformed, locked, revoked, expired, for another tenancy or lacks " +
      "the scope; or the tenancy does not allow the page's origin, client id or self-service.",
    cause: "The key was rotated, the site's address changed, or self-service is off.",
    remedy:
      "From a backend, check the key, its scopes and the tenancy in the path. From a page, read " +
      "`message` and check the tenancy's allowed origins and self-service settings.",
  },
  "@error/NotFound": {
    when: "The resource does not exist. Resources of other tenancies return the same error.",
    cause: "It was deleted or has expired, or the id belongs to another tenancy.",
    remedy: "Treat it as deleted.",
  },
  "@error/InvalidCode": {
    when: "The one-time code of a sign-in or registration is unknown, expired or already exchanged.",
    cause:
      "Your backend exchanged the code twice, or more than five minutes after the sign-in. A code " +
      "of a hosted page also needs its `code_verifier`.",
    remedy:
      "Ask the user to sign in again. Retrying an exchange after a lost response returns this " +
      "error too. Never treat it as a sign-in.",
  },
  "@error/InvalidToken": {
    when:
      "A registration, authentication, session or prepared token is unknown, expired, used or of " +
      "another kind.",
    cause: "The page was open for too long, or the user submitted it twice.",
    remedy: "Start the ceremony again, with a new token from your backend if it uses one.",
  },
  "@error/PasskeyNotFound": {
    when: "The device offered a passkey that is not registered for this domain in any tenancy.",
    cause: "The passkey was deleted here, and the device still has it.",
    remedy:
      "Offer to remove it from the device. The browser library reports it as " +
      "`@error/OrphanedPasskey`.",
  },
  "@error/PasskeyDisabled": {
    when:
      "The passkey or its user is disabled, or the passkey is new and in quarantine. Returned only " +
      "after the signature has verified.",
    cause:
      "An operator or your backend disabled it, for example after a theft. With `reason` " +
      "`quarantine`, the tenancy makes new passkeys wait; with `user-disabled`, the user can't sign " +
      "in with any passkey.",
    remedy:
      "Without `reason`, show “This passkey is disabled. Use another one, or email yourself a code.” " +
      "With `user-disabled`, show “This account is disabled. Contact support.” and offer no code. In " +
      "quarantine, say when it ends: `availableAt`. The console shows who disabled what, and why.",
  },
  "@error/ProofRequired": {
    when:
      "The tenancy requires a proof to add a passkey to a user who has one, and `proof` is missing, " +
      "used, expired or of another user.",
    cause: "The setting `requireProofToAddPasskey` is on.",
    remedy:
      "Create a challenge with purpose `add-passkey` for the user's email, verify the code that the " +
      "user enters, and send the request again with `proof`. In a browser, start again.",
  },
  "@error/VerificationFailed": {
    when:
      "The authenticator's response failed the WebAuthn step named in `reason`, or the tenancy's " +
      "passkey policy refuses it: `reason` is then `attestation`, or the rule's, such as " +
      "`policy-storage`.",
    cause:
      "For `origin` and `rp-id`, the page's address doesn't match the tenancy's settings. For " +
      "`user-verification`, the device has no screen lock or PIN. For `credential-not-allowed`, the " +
      "user chose a passkey of another account, or on `localhost` one of another application.",
    remedy:
      "For `origin` and `rp-id`, fix your settings. For `policy-…`, tell the user which " +
      "authenticators you accept. Otherwise, let the user try once more or use another passkey. " +
      "The guide “Register and sign in” lists every reason.",
  },
  "@error/DuplicateUser": {
    when: "Your backend gives a user an application id (`userId`) that another user already has.",
    cause: "The account was created before, by an earlier request or by its first registration.",
    remedy: "Get the existing user by this `userId`, and update that one.",
  },
  "@error/DuplicatePasskey": {
    when: "The credential id is already registered in this tenancy.",
    cause: "The page sent the same registration twice.",
    remedy: "Offer to sign in with the passkey.",
  },
  "@error/InvalidChallenge": {
    when: "The challenge is unknown, verified, deleted or superseded, or the secret does not match.",
    cause: "The user requested a newer code, or entered the code in another browser.",
    remedy: "Create a new challenge.",
  },
  "@error/InvalidChallengeCode": {
    when:
      "The code is wrong. A string that does not have exactly the code's number of digits returns " +
      "this error too, and uses no attempt.",
    cause: "The user mistyped the code or used an older email.",
    remedy: "Ask the user to enter it again; `attemptsRemaining` is the number of attempts left.",
  },
  "@error/ChallengeExpired": {
    when: "The challenge has expired.",
    cause: "The user entered the code too late. Codes expire after ten minutes by default.",
    remedy: "Create a new challenge.",
  },
  "@error/ChallengeAttemptsExceeded": {
    when:
      "The challenge has no attempts left, or its mailbox had too many wrong codes in 24 hours. " +
      "The right code fails too.",
    cause: "The user entered several wrong codes, or someone is guessing.",
    remedy: "Create a new challenge.",
  },
  "@error/ChallengeRateLimited": {
    when: "Too many codes were requested for this mailbox or for the whole tenancy.",
    cause: "The user requested codes repeatedly, or your tests use one mailbox.",
    remedy:
      "Wait `retryAfterSeconds`, and tell the user how long that is. The limits are settings of " +
      "the tenancy.",
  },
  "@error/RateLimited": {
    when: "Too many calls without a key from this address or to this tenancy.",
    cause: "Many users share one address, or a proxy in front hides their addresses.",
    remedy:
      "Wait `retryAfterSeconds`. If it repeats, check TRUSTED_PROXY_HOPS and raise the tenancy's " +
      "limits.",
  },
  "@error/UnsupportedMediaType": {
    when: "The body does not have the media type that the endpoint reads, or is compressed.",
    cause: "The request has no `Content-Type`, or has the default of your HTTP client.",
    remedy:
      "Send `Content-Type: application/json` (`application/x-ndjson` for an import) and no " +
      "`Content-Encoding`.",
  },
  "@error/PayloadTooLarge": {
    when: "The body exceeds the endpoint's limit: 64 KiB of JSON, or 16 MiB of NDJSON.",
    cause: "An import contains too many lines for one request.",
    remedy: "Split the request into smaller ones.",
  },
  "@error/MethodNotAllowed": {
    when: "The path exists but does not support this method.",
    cause: "Your code sends GET where the endpoint needs POST, or follows a redirect.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "@error/Unavailable": {
    when:
      "The database cannot be reached, does not respond or has no free connection. `message` says " +
      "whether the request may have taken effect.",
    cause: "The service is starting, or the database restarts or is overloaded.",
    remedy:
      "Retry the same request after the number of seconds in `Retry-After`. Restart a ceremony " +
      "whose token is already used.",
  },
  "@error/Internal": {
    when: "The service failed unexpectedly.",
    cause: "This is a bug in Keystead.",
    remedy: "Find `requestId` in the logs and report it.",
  },
};
