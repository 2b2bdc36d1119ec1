/** A rendered email. */
export interface OutgoingEmail {
  /** The same for every attempt: idempotency key and part of the Message-ID. */
  id: string;
  tenancyId: string;
  from: { name: string; address: string };
  replyTo?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/**
 * Result of an attempt: `refused` is final, `failed` is retried. `answer` is what the provider
 * answered when it accepted the email.
 *
 * `ofMailbox`: the recipient is the reason, so no other provider would accept it. `cause`: `email` if
 * the reason is the recipient or the sender, which says nothing about the provider; `outage` if the
 * provider answered that it is out of order itself.
 */
export type SendOutcome =
  | { outcome: "sent"; answer?: string }
  | { outcome: "refused"; reason: string; ofMailbox: boolean }
  | {
      outcome: "failed";
      reason: string;
      retryAfterMs?: number;
      cause?: "email" | "outage";
    };

/** A result with the provider that was tried last, if any was. */
export type SentBy = SendOutcome & { provider?: string | undefined };

/** Sends emails through one provider. */
export interface ProviderMailer {
  /** Returns `failed` when the signal aborts. */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<SendOutcome>;
  close(): void;
}

/** Sends emails through the configured providers. */
export interface Mailer {
  /** Sender address for tenancies without their own. */
  defaultSender: string;
  /** Ends after `withinMs`, and before the lease of the email ends. */
  send(mail: OutgoingEmail, withinMs: number): Promise<SentBy>;
  close(): void;
}

/** Marks emails as automatic, so that autoresponders don't reply (RFC 3834 §5). */
export const automaticHeaders = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
};
