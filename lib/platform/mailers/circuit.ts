import type { Clock } from "@/lib/platform/clock";
import type { SendOutcome } from "./mailer";

export interface CircuitLimits {
  /** Failures in a row after which a provider is skipped. */
  failuresInRow: number;
  /** How long it is skipped before one email tries it again. */
  skippedMs: number;
}

/** Decides whether a provider is used or skipped. Each process has its own. */
export interface Circuit {
  /**
   * Whether to use the provider now. After `skippedMs`, one email at a time may try it; its result
   * must be noted.
   */
  admit(): boolean;
  /** Counts the result of an attempt, admitted or not. */
  note(result: SendOutcome): void;
}

const isOutage = (result: SendOutcome) => result.outcome === "failed" && result.cause === "outage";

/** Whether the provider did its work, and not whether the email was accepted. */
function judge(result: SendOutcome): "works" | "fails" | "unknown" {
  if (result.outcome !== "failed") return "works";
  return result.cause === "email" ? "unknown" : "fails";
}

/**
 * Skips a provider after a few failures in a row, or as soon as it answers that it is out of order.
 * A refused email is no failure, because strangers choose recipients: they must not stop a provider.
 * @param onChange called when the provider is skipped, and when it is used again
 */
export function createCircuit(
  clock: Clock,
  { failuresInRow, skippedMs }: CircuitLimits,
  onChange: (isSkipped: boolean) => void,
): Circuit {
  let failures = 0;
  /** Null while the provider is used. */
  let skippedUntil: number | null = null;
  let isProbed = false;

  function open(): void {
    const wasOpen = skippedUntil !== null;
    skippedUntil = clock.now() + skippedMs;
    if (!wasOpen) onChange(true);
  }

  function close(): void {
    const wasOpen = skippedUntil !== null;
    [failures, skippedUntil] = [0, null];
    if (wasOpen) onChange(false);
  }

  return {
    admit() {
      if (skippedUntil === null) return true;
      if (isProbed || clock.now() < skippedUntil) return false;
      isProbed = true;
      return true;
    },
    note(result) {
      const wasProbed = isProbed;
      isProbed = false;
      switch (judge(result)) {
        case "works":
          return close();
        case "unknown":
          return;
        case "fails":
          failures++;
          // Attempts that began before the provider was skipped don't extend the time.
          if (skippedUntil !== null && !wasProbed) return;
          if (failures >= failuresInRow || isOutage(result)) open();
      }
    },
  };
}
