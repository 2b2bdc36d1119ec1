import type { Clock } from "@/lib/platform/clock";
import { type CircuitLimits, createCircuit } from "./circuit";
import type { Mailer, ProviderMailer, SendOutcome, SentBy } from "./mailer";

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
