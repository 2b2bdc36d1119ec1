import type { Refusal } from "./call-step";
import { say, sayWait } from "./page-data";
import { goBackUnavailable, notify } from "./view";

const simple: Partial<Record<Refusal["_tag"], string>> = {
  "@error/InvalidEmail": "emailInvalid",
  "@error/DuplicateEmail": "emailTaken",
  "@error/BadRequest": "failed",
  "@error/InvalidToken": "expired",
  // A setting or the user has changed since the page was opened.
  "@error/Forbidden": "expired",
  "@error/OrphanedPasskey": "orphaned",
  "@error/PasskeyDisabled": "passkeyDisabled",
  "@error/VerificationFailed": "notVerified",
  "@error/DuplicatePasskey": "alreadyHere",
  "@error/PasskeyAlreadyOnDevice": "alreadyHere",
  "@error/PasskeyUnsupported": "unsupported",
  "@error/AuthenticatorFailed": "notVerified",
};

const outOfReach = new Set<Refusal["_tag"]>(["@error/Network", "@error/Unavailable"]);

/** Whether the user, or the browser after a while, closed the prompt. That is no error. */
export const isClosedPrompt = ({ _tag }: Refusal): boolean =>
  _tag === "@error/Cancelled" || _tag === "@error/TimedOut";

/** Whether the passkey policy refuses this kind of passkey, and not how or where it was used. */
const isOfKind = (reason: string | undefined): boolean =>
  reason?.startsWith("policy-") === true &&
  reason !== "policy-user-verification" &&
  reason !== "policy-top-origin";

/**
 * Returns the message for an error, or undefined if none is needed. `cancelled` names the text for
 * a closed prompt.
 */
export function explain(
  refusal: Refusal,
  cancelled: "cancelled" | "notMade" = "cancelled",
): string | undefined {
  const { _tag: tag } = refusal;
  if (tag === "@error/Aborted") return undefined;
  if (isClosedPrompt(refusal)) return say(cancelled);
  if (tag === "@error/ChallengeRateLimited")
    return say("tooMany", { time: sayWait(refusal.retryAfterSeconds ?? 60) });
  if (tag === "@error/RateLimited")
    return say("tooFast", { time: sayWait(refusal.retryAfterSeconds) });
  if (outOfReach.has(tag)) {
    goBackUnavailable();
    return say("unreachable");
  }
  if (tag === "@error/PasskeyDisabled" && refusal.reason === "quarantine")
    return say("passkeyQuarantined");
  if (tag === "@error/PasskeyDisabled" && refusal.reason === "user-disabled")
    return say("accountDisabled");
  if (tag === "@error/VerificationFailed" && refusal.reason === "credential-not-allowed")
    return say("otherApplication");
  if (tag === "@error/VerificationFailed" && isOfKind(refusal.reason)) return say("notAccepted");
  return say(simple[tag] ?? "failed");
}

/** Shows the message for an error in the view. `cancelled` as in `explain`. */
export const notifyOf = (refusal: Refusal, cancelled?: "cancelled" | "notMade"): void =>
  notify(explain(refusal, cancelled), isClosedPrompt(refusal) ? "note" : "bad");

const over = new Set<Refusal["_tag"]>([
  "@error/InvalidChallenge",
  "@error/ChallengeExpired",
  "@error/ChallengeAttemptsExceeded",
]);

interface CodeError {
  message: string | undefined;
  /** Whether the user needs a new code. */
  isOver: boolean;
  /** Whether the code is the reason, so that it fails again. */
  isRejected: boolean;
}

/** Returns the message for a code that wasn't accepted. */
export function explainCode(refusal: Refusal): CodeError {
  if (over.has(refusal._tag)) return { message: say("codeOver"), isOver: true, isRejected: true };
  if (refusal._tag !== "@error/InvalidChallengeCode")
    return { message: explain(refusal), isOver: false, isRejected: false };
  const left = refusal.attemptsRemaining ?? 0;
  const message =
    left > 1
      ? say("codeWrong", { count: left })
      : say(left === 1 ? "codeWrongOne" : "codeWrongLast");
  return { message, isOver: left === 0, isRejected: true };
}
