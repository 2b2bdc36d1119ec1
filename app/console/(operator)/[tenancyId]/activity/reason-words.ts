import { failureWords } from "@/app/console/(operator)/[tenancyId]/overview/failure-words";

const deliveryWords: Record<string, string> = {
  "Delivery.refused": "The provider refused the email",
  "Delivery.expired": "The email could not be delivered in time",
};

/** The reasons that an event can have, in words. */
export const reasonWords: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    Object.entries(failureWords).map(([metric, words]) => [metric.slice("failure.".length), words]),
  ),
  ...deliveryWords,
};

const anotherPasskey =
  "Ask the user to try again with another passkey. If none works, they can sign in with" +
  " an emailed code and register a new one.";
const tryAgain = "Ask the user to reload the page and try again.";
const checkSites =
  "If the site is yours, add its origin in Settings → Sites. Otherwise the user was on another site.";
const checkBackend = "Check what your application sends. Search your logs for the request id.";
const newCode = "Ask the user to request a new code, and to use the latest one.";

/** What an operator can do about a reason. */
const advice: Readonly<Record<string, string | undefined>> = {
  BadRequest: checkBackend,
  InvalidEmail: "Check the spelling of the address with the user.",
  DuplicateEmail: "The user has an account. Ask them to sign in instead of signing up.",
  Forbidden:
    "If the user is disabled, enable them. Otherwise check the allowed origins, the " +
    "client id and the key’s scopes in Settings.",
  InvalidCode: "Your backend must exchange each code once, within five minutes. Search its logs.",
  InvalidToken: `The browser’s session had expired or was used before. ${tryAgain}`,
  PasskeyNotFound:
    "The device still has a passkey that was deleted here. The user can sign in with an " +
    "emailed code, register a new passkey, and remove the old one from the device.",
  PasskeyDisabled: "See who disabled the passkey or the user, and why. Enable it if that is over.",
  DuplicatePasskey: "The device has a passkey for this account. Ask the user to sign in with it.",
  InvalidChallenge: `The code was used or replaced, or the page of another browser was open. ${newCode}`,
  InvalidChallengeCode: "Ask the user to type the code of the latest email.",
  ChallengeExpired: newCode,
  ChallengeAttemptsExceeded: newCode,
  ChallengeRateLimited:
    "No code was sent. The email log shows when the mailbox can request one again.",
  RateLimited: "Ask the user to wait a minute. If this repeats, check the limits in Settings.",
  Internal: "Search the service’s log for the request id.",
  "VerificationFailed.malformed": anotherPasskey,
  "VerificationFailed.type": tryAgain,
  "VerificationFailed.challenge": tryAgain,
  "VerificationFailed.origin": checkSites,
  "VerificationFailed.cross-origin": checkSites,
  "VerificationFailed.rp-id": checkSites,
  "VerificationFailed.user-presence": anotherPasskey,
  "VerificationFailed.user-verification":
    "The device did not check a fingerprint, face or PIN. Ask the user to set up a screen" +
    " lock or PIN, or to use another device.",
  "VerificationFailed.backup-state": anotherPasskey,
  "VerificationFailed.backup-eligibility": anotherPasskey,
  "VerificationFailed.algorithm": "Ask the user to register a passkey on another device.",
  "VerificationFailed.attestation": "Ask the user to register a passkey on another device.",
  "VerificationFailed.credential-id": anotherPasskey,
  "VerificationFailed.resident-key": "Ask the user to register a passkey on another device.",
  "VerificationFailed.credential-not-allowed":
    "The user chose a passkey of another account. Ask them to choose the one of this account.",
  "VerificationFailed.user-handle":
    "The user chose a passkey of another account. Ask them to choose the one of this account.",
  "VerificationFailed.signature": anotherPasskey,
  "Delivery.refused": "Check the address with the user. The email log shows the provider’s answer.",
  "Delivery.expired": "Check the email provider. The email log shows its last answer.",
};

export const wordsOfReason = (reason: string): string => reasonWords[reason] ?? reason;
export const adviceOf = (reason: string): string | undefined => advice[reason];
