import type { promptOutcomes } from "@/lib/contract/prompt-outcome";
import { type policyReasons, verificationReasons } from "@/lib/errors";

/** What a passkey prompt is for. */
export type PromptFlow = "sign-in" | "registration";

/** How far prompts got: shown, ended without a passkey as the browser reported, or verified. */
export type PromptStage = "started" | (typeof promptOutcomes)[number] | "succeeded";

export const promptMetric = <F extends PromptFlow, S extends PromptStage>(flow: F, stage: S) =>
  `prompt.${flow}.${stage}` as const;

/** Errors that say something about a tenancy. The rest are transport or server errors. */
const countedTags = [
  "BadRequest",
  "InvalidEmail",
  "DuplicateEmail",
  "Forbidden",
  "InvalidCode",
  "InvalidToken",
  "PasskeyNotFound",
  "PasskeyDisabled",
  "PasskeyDisabled.quarantine",
  "PasskeyDisabled.user-disabled",
  "ProofRequired",
  "DuplicateUser",
  "DuplicatePasskey",
  "InvalidChallenge",
  "InvalidChallengeCode",
  "ChallengeExpired",
  "ChallengeAttemptsExceeded",
  "ChallengeRateLimited",
  "RateLimited",
  "Internal",
] as const;

const errorMetrics = [
  ...countedTags.map((tag) => `failure.${tag}` as const),
  ...verificationReasons.map((reason) => `failure.VerificationFailed.${reason}` as const),
] as const;
/** The metric of a refusal that an error carries. */
export type ErrorMetric = (typeof errorMetrics)[number];

/** Why a right emailed code didn't sign in on Keystead's own pages. */
export type RefusedCode =
  // No account has the email.
  | "no-account"
  // Accounts claim the email, and none has verified it.
  | "email-not-verified"
  | "user-disabled"
  // Codes only add passkeys, and the user has as many as allowed.
  | "passkeys-full";

export type FailureMetric = ErrorMetric | `failure.Forbidden.${RefusedCode}`;

/** Metrics without an audit event, counted by the process that handled the request. */
export type NotedMetric =
  | "code.exchanged"
  // Wrong codes used up the last attempt.
  | "challenge.exhausted"
  | "mail.sent"
  | "mail.retried"
  | "mail.dead"
  | "mail.canceled"
  | FailureMetric
  // What a passkey policy would have refused if it enforced.
  | `monitored.${(typeof policyReasons)[number]}`
  | `prompt.${PromptFlow}.${PromptStage}`;

/** Registrations by passkey provider: a known AAGUID, or `unknown`. */
export type ProviderMetric = `provider.${string}`;
/** Authenticated requests of an API key, counted per UTC day. */
export type KeyMetric = `api-key.${string}`;

export const keyMetric = (apiKeyId: string): KeyMetric => `api-key.${apiKeyId}`;

const ofErrors = new Set<string>(errorMetrics);

/** Whether a name is in the closed list, so that callers can't create metrics. */
export const isErrorMetric = (name: string): name is ErrorMetric => ofErrors.has(name);
