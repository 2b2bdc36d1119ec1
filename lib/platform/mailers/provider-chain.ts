import type { Clock } from "@/lib/platform/clock";
import type { Mailer, ProviderMailer, SendOutcome, SentBy } from "./mailer";

interface CircuitLimits {
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

/** With several providers. All attempts of an email together are shorter than its lease. */
export const failoverLimits: CircuitLimits & { attemptMs: number } = {
  attemptMs: 6_000,
  failuresInRow: 3,
  skippedMs: 30_000,
};

export interface Provider {
  id: string;
  mailer: ProviderMailer;
}

/** What a process notes about its providers. */
export interface ChainObserver {
  onAttempt(provider: string, outcome: SendOutcome["outcome"]): void;
  /** Called when a provider is skipped from now on, and when it is used again. */
  onSkipped(provider: string, isSkipped: boolean): void;
}

interface Chain {
  providers: readonly Provider[];
  defaultSender: string;
  clock: Clock;
  observer: ChainObserver;
  limits: typeof failoverLimits;
  /** Returns a signal that aborts after some milliseconds. */
  createSignal?: (ms: number) => AbortSignal;
}

type Attempt = SentBy & { provider: string };

const toFailure = (error: unknown): SendOutcome => ({
  outcome: "failed",
  reason: error instanceof Error ? error.message : "unknown",
});

/** Another provider could change neither. */
const isFinal = (attempt: Attempt) =>
  attempt.outcome === "sent" || (attempt.outcome === "refused" && attempt.ofMailbox);

/** Joins attempts of which none is final. Only if all providers refused the email, it is refused. */
function summarize(attempts: readonly Attempt[]): SentBy {
  const [first, ...others] = attempts;
  if (first !== undefined && others.length === 0) return first;
  const provider = attempts.at(-1)?.provider;
  const reason = attempts
    .map((each) => `${each.provider}: ${"reason" in each ? each.reason : ""}`)
    .join(" | ");
  if (attempts.every(({ outcome }) => outcome === "refused"))
    return { outcome: "refused", ofMailbox: false, reason, provider };
  const waits = attempts.map((each) => ("retryAfterMs" in each ? each.retryAfterMs : 0) ?? 0);
  return { outcome: "failed", reason, retryAfterMs: Math.min(...waits), provider };
}

/**
 * Sends each email through the first provider that accepts it, within one attempt of the queue. A
 * provider that its circuit skips is tried last, so with one provider nothing is skipped. If a
 * provider accepts an email and its answer is lost, the next one sends it again.
 */
export function createProviderChain({
  providers,
  defaultSender,
  clock,
  observer,
  limits,
  createSignal = (ms) => AbortSignal.timeout(ms),
}: Chain): Mailer {
  const used = providers.map((provider) => ({
    ...provider,
    circuit: createCircuit(clock, limits, (isSkipped) =>
      observer.onSkipped(provider.id, isSkipped),
    ),
  }));

  /** Asks each circuit when it is its turn. The skipped providers come last. */
  function* inTurn() {
    const skipped: typeof used = [];
    for (const provider of used)
      if (provider.circuit.admit()) yield provider;
      else skipped.push(provider);
    yield* skipped;
  }

  return {
    defaultSender,
    async send(mail, withinMs) {
      const endsAt = clock.now() + withinMs;
      const attempts: Attempt[] = [];
      for (const { id, mailer, circuit } of inTurn()) {
        const ms = Math.min(limits.attemptMs, endsAt - clock.now());
        const result = await mailer.send(mail, createSignal(ms)).catch(toFailure);
        circuit.note(result);
        observer.onAttempt(id, result.outcome);
        const attempt = { ...result, provider: id };
        if (isFinal(attempt)) return attempt;
        attempts.push(attempt);
        if (clock.now() >= endsAt) break;
      }
      return summarize(attempts);
    },
    close() {
      for (const { mailer } of providers) mailer.close();
    },
  };
}
