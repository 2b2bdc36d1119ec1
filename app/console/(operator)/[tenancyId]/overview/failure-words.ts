import type { NotedMetric } from "@/lib/domain/activity/metric";

type FailureMetric = Extract<NotedMetric, `failure.${string}`>;

/** Why requests were refused, as an operator would say it. */
export const failureWords: Record<FailureMetric, string> = {
  "failure.BadRequest": "A field was missing or wrong",
  "failure.InvalidEmail": "Not an email address",
  "failure.DuplicateEmail": "The email belongs to somebody",
  "failure.Forbidden": "Origin, client id or scope not allowed",
  "failure.InvalidCode": "The code was exchanged before, or has expired",
  "failure.InvalidToken": "The ceremony’s token was used before, or has expired",
  "failure.PasskeyNotFound": "A passkey that is not registered",
  "failure.PasskeyDisabled": "A disabled passkey or user",
  "failure.DuplicatePasskey": "The passkey was registered before",
  "failure.InvalidChallenge": "Unknown or finished mailbox challenge",
  "failure.InvalidChallengeCode": "Wrong mailbox code",
  "failure.ChallengeExpired": "The mailbox code came too late",
  "failure.ChallengeAttemptsExceeded": "Too many wrong mailbox codes",
  "failure.ChallengeRateLimited": "Too many mailbox codes asked for",
  "failure.RateLimited": "Too many requests",
  "failure.Internal": "A fault of the service",
  "failure.VerificationFailed.malformed": "Passkey: malformed response",
  "failure.VerificationFailed.type": "Passkey: response of another ceremony",
  "failure.VerificationFailed.challenge": "Passkey: not what was asked for",
  "failure.VerificationFailed.origin": "Passkey: origin not allowed",
  "failure.VerificationFailed.cross-origin": "Passkey: used inside another site’s frame",
  "failure.VerificationFailed.rp-id": "Passkey: another relying party",
  "failure.VerificationFailed.user-presence": "Passkey: nobody touched the device",
  "failure.VerificationFailed.user-verification": "Passkey: no fingerprint, face or PIN",
  "failure.VerificationFailed.backup-state": "Passkey: impossible backup state",
  "failure.VerificationFailed.backup-eligibility": "Passkey: backup eligibility changed",
  "failure.VerificationFailed.algorithm": "Passkey: algorithm not offered",
  "failure.VerificationFailed.attestation": "Passkey: attestation not valid",
  "failure.VerificationFailed.credential-id": "Passkey: impossible credential id",
  "failure.VerificationFailed.credential-not-allowed": "Passkey: not one of the account’s",
  "failure.VerificationFailed.user-handle": "Passkey: of another user",
  "failure.VerificationFailed.signature": "Passkey: wrong signature",
};
