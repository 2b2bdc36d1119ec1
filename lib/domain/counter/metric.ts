import { promptOutcomes } from "@/lib/contract/prompt-outcome";
import { policyReasons, verificationReasons } from "@/lib/errors";

/** Audit actions that are counted by their own name when they are sealed. */
export const auditedMetrics = [
  "user.created",
  "passkey.registered",
  "passkey.authenticated",
  "user.authenticated-by-email",
  "challenge.created",
  "challenge.verified",
  "challenge.superseded",
  "challenge.deleted",
  "challenge.guess-budget-spent",
  "challenge.ceiling-reached",
] as const;

/** What a passkey prompt is for. */
export type PromptFlow = "sign-in" | "registration";

/** How far prompts got: shown, ended without a passkey as the browser reported, or verified. */
const promptStages = ["started", ...promptOutcomes, "succeeded"] as const;
export type PromptStage = (typeof promptStages)[number];

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

/** Metrics without an audit event, counted by the process that handled the request. */
const notedMetrics = [
  "code.exchanged",
  // Wrong codes used up the last attempt.
  "challenge.exhausted",
  "mail.sent",
  "mail.retried",
  "mail.dead",
  "mail.canceled",
  ...countedTags.map((tag) => `failure.${tag}` as const),
  ...verificationReasons.map((reason) => `failure.VerificationFailed.${reason}` as const),
  // What a passkey policy would have refused if it enforced.
  ...policyReasons.map((reason) => `monitored.${reason}` as const),
  ...promptStages.map((stage) => promptMetric("sign-in", stage)),
  ...promptStages.map((stage) => promptMetric("registration", stage)),
] as const;

export type NotedMetric = (typeof notedMetrics)[number];
/** Registrations by passkey provider: a known AAGUID, or `unknown`. */
type ProviderMetric = `provider.${string}`;
/** Authenticated requests of an API key, counted per UTC day. */
type KeyMetric = `api-key.${string}`;
export type Metric = (typeof auditedMetrics)[number] | NotedMetric | ProviderMetric | KeyMetric;

export const keyMetric = (apiKeyId: string): KeyMetric => `api-key.${apiKeyId}`;

const noted = new Set<string>(notedMetrics);

/** Whether a name is in the closed list, so that callers can't create metrics. */
export const isNotedMetric = (name: string): name is NotedMetric => noted.has(name);
