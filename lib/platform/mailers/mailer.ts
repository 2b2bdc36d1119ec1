/** A mail ready to go. */
export interface OutgoingEmail {
  /** The same at each attempt: idempotency key and part of the Message-ID. */
  id: string;
  tenancyId: string;
  from: { name: string; address: string };
  replyTo?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** What became of an attempt: `refused` is for good, `failed` may go better later. */
export type SendOutcome =
  | { outcome: "sent" }
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string; retryAfterMs?: number };

/** Hands mails to whoever delivers them. */
export interface Mailer {
  kind: "resend" | "smtp" | "inbox" | "none";
  /** Address that mails come from where a tenancy names none. */
  defaultSender: string;
  /** Ends with `failed` when the signal does. */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<SendOutcome>;
  close(): void;
}

/** Mails that a machine sends, so that no machine answers (RFC 3834 §5). */
export const automaticHeaders = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
};
