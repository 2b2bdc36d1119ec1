import { verificationReasons } from "@/lib/errors";

/** Events of the audit log that are counted under their own name, once they are sealed. */
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

/**
 * Errors that tell an operator something about their tenancy; the rest are of the transport or of
 * ours.
 */
const countedTags = [
  "BadRequest",
  "InvalidEmail",
  "DuplicateEmail",
  "Forbidden",
  "InvalidCode",
  "InvalidToken",
  "PasskeyNotFound",
  "PasskeyDisabled",
  "DuplicatePasskey",
  "InvalidChallenge",
  "InvalidChallengeCode",
  "ChallengeExpired",
  "ChallengeAttemptsExceeded",
  "ChallengeRateLimited",
  "RateLimited",
  "Internal",
] as const;

/** What leaves no audit event and is counted by the process that saw it. */
const notedMetrics = [
  "code.exchanged",
  "mail.sent",
  "mail.retried",
  "mail.dead",
  ...countedTags.map((tag) => `failure.${tag}` as const),
  ...verificationReasons.map((reason) => `failure.VerificationFailed.${reason}` as const),
] as const;

export type NotedMetric = (typeof notedMetrics)[number];
/** A registration by the product that keeps the passkey: a known AAGUID, or `unknown`. */
type ProviderMetric = `provider.${string}`;
export type Metric = (typeof auditedMetrics)[number] | NotedMetric | ProviderMetric;

const noted = new Set<string>(notedMetrics);

/**
 * Whether a process may count under that name: the list is closed, so that no caller can lengthen
 * it.
 */
export const isNotedMetric = (name: string): name is NotedMetric => noted.has(name);
