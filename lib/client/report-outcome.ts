import type { ErrorTag, Failure } from "./errors";
import { outcomePath, type Post } from "./service";

/** How the service names the end of a prompt. Nothing is reported about other errors. */
const outcomes: Partial<Record<ErrorTag, string>> = {
  "@error/Cancelled": "cancelled",
  "@error/TimedOut": "timed-out",
  "@error/PasskeyUnsupported": "unsupported",
  "@error/PasskeyAlreadyOnDevice": "failed",
  "@error/AuthenticatorFailed": "failed",
};

/**
 * Tells the service how a prompt ended without a passkey: no identity and no free text. Not awaited,
 * and the page doesn't learn whether it arrived.
 */
export function reportOutcome(
  post: Post,
  sessionToken: string,
  { error: { _tag } }: Failure,
  caught: unknown,
  waitedMs: number,
): void {
  const outcome = outcomes[_tag];
  if (outcome === undefined) return;
  const errorName = (caught as Error | undefined)?.name;
  const body = { sessionToken, outcome, errorName, afterMs: Math.round(waitedMs) };
  // The prompt's own signal may already be aborted.
  void post(outcomePath, body, new AbortController().signal).catch(() => undefined);
}
