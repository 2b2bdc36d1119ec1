import {
  type ChainObserver,
  createProviderChain,
  failoverLimits,
  type Provider,
} from "@/lib/platform/mailers/provider-chain";
import { createResendMailer } from "@/lib/platform/mailers/resend-mailer";
import { createSmtpMailer } from "@/lib/platform/mailers/smtp-mailer";
import type { ResendReceiver } from "./resend-receiver";
import type { SmtpReceiver } from "./smtp-receiver";
import type { TestService } from "./test-service";

/** Longer than any test: the signal of an attempt ends it. */
const waitMs = 600_000;

/** Creates the mailers of receivers, in their order. */
const providersOf = (receivers: readonly (ResendReceiver | SmtpReceiver)[]): Provider[] =>
  receivers.map((receiver, index) =>
    "baseUrl" in receiver
      ? {
          id: "resend",
          mailer: createResendMailer({ apiKey: "re_test_123", baseUrl: receiver.baseUrl }),
        }
      : {
          id: index === 0 ? "smtp" : "smtp2",
          mailer: createSmtpMailer({ url: receiver.url, waitMs }),
        },
  );

/** Creates a mailer over several providers, whose attempts time out by the service's clock. */
export function createFailover(
  { clock }: TestService,
  receivers: readonly (ResendReceiver | SmtpReceiver)[],
) {
  const timers = new Set<{ endsAt: number; controller: AbortController }>();
  const attempts: [provider: string, result: string][] = [];
  const changes: [provider: string, isSkipped: boolean][] = [];
  const observer: ChainObserver = {
    onAttempt: (...attempt) => void attempts.push(attempt),
    onSkipped: (...change) => void changes.push(change),
  };
  const mailer = createProviderChain({
    providers: providersOf(receivers),
    defaultSender: "no-reply@example.com",
    clock,
    observer,
    limits: failoverLimits,
    createSignal(ms) {
      const controller = new AbortController();
      timers.add({ endsAt: clock.now() + ms, controller });
      return controller.signal;
    },
  });
  return {
    mailer,
    /** Results of all attempts, in order. */
    attempts,
    /** When providers were skipped and used again, in order. */
    changes,
    /** Moves the clock, and ends the attempts whose time is over. */
    advance(ms: number) {
      clock.advance(ms);
      for (const timer of timers)
        if (timer.endsAt <= clock.now()) {
          timers.delete(timer);
          timer.controller.abort();
        }
    },
  };
}
