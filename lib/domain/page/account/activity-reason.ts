import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { VerificationReason } from "@/lib/errors";

/** Why a sign-in failed, as the account page says it. */
export type ActivityReason =
  | "disabled"
  | "quarantine"
  | "account-disabled"
  | "email-not-verified"
  | "full"
  | "unknown-passkey"
  | "other-account"
  | "no-screen-lock"
  | "not-accepted"
  | "other-site"
  | "too-late"
  | "too-many"
  | "not-verified";

const reasons: Record<string, ActivityReason> = {
  PasskeyDisabled: "disabled",
  "PasskeyDisabled.quarantine": "quarantine",
  "PasskeyDisabled.user-disabled": "account-disabled",
  "Forbidden.user-disabled": "account-disabled",
  "Forbidden.email-not-verified": "email-not-verified",
  "Forbidden.no-account": "email-not-verified",
  "Forbidden.passkeys-full": "full",
  PasskeyNotFound: "unknown-passkey",
  InvalidCode: "too-late",
  InvalidToken: "too-late",
  RateLimited: "too-many",
};

const verification: Partial<Record<VerificationReason, ActivityReason>> = {
  "credential-not-allowed": "other-account",
  "user-handle": "other-account",
  "user-verification": "no-screen-lock",
  "policy-user-verification": "no-screen-lock",
  origin: "other-site",
  "cross-origin": "other-site",
  "rp-id": "other-site",
  "policy-top-origin": "other-site",
};

function reasonOfVerification(reason: string): ActivityReason {
  const known = verification[reason as VerificationReason];
  return known ?? (reason.startsWith("policy-") ? "not-accepted" : "not-verified");
}

const verificationFailed = "VerificationFailed.";

/**
 * Returns why a sign-in failed, from a closed list; null if the user can't do anything with it. Never
 * what operators wrote.
 */
export function activityReasonOf({
  kind,
  reason,
  origin,
}: Pick<TimelineEntry, "kind" | "reason" | "origin">): ActivityReason | null {
  if (kind !== "sign-in.refused" || reason === null) return null;
  if (reason.startsWith(verificationFailed))
    return reasonOfVerification(reason.slice(verificationFailed.length));
  if (reason === "Forbidden" && origin !== null) return "other-site";
  return reasons[reason] ?? null;
}
