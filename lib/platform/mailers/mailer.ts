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
 */
export type SendOutcome =
  | { outcome: "sent"; answer?: string }
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string; retryAfterMs?: number };

/** Sends emails through a provider. */
export interface Mailer {
  /** Sender address for tenancies without their own. */
  defaultSender: string;
  /** Returns `failed` when the signal aborts. */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<SendOutcome>;
  close(): void;
}

/** Marks emails as automatic, so that autoresponders don't reply (RFC 3834 §5). */
export const automaticHeaders = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
};
