import type { RunningConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/platform/database-client";
import { createInboxMailer } from "./inbox-mailer";
import type { Mailer } from "./mailer";
import { createResendMailer } from "./resend-mailer";
import { createSmtpMailer } from "./smtp-mailer";

const reason = "No email provider is configured. Set RESEND_API_KEY or SMTP_URL.";

/**
 * Creates the mailer for the configured provider: Resend, then SMTP, then in local mode the inbox.
 */
export function createMailer(
  { mode, resend, smtpUrl, mailFrom }: RunningConfig,
  { db, clock }: { db: Database; clock: Clock },
): Mailer {
  const defaultSender = mailFrom;
  if (resend !== undefined) return createResendMailer({ ...resend, defaultSender });
  if (smtpUrl !== undefined)
    return createSmtpMailer({ url: smtpUrl, defaultSender, waitMs: lifetimes.deliveryTimeoutMs });
  if (mode === "local") return createInboxMailer({ db, clock, defaultSender });
  return {
    kind: "none",
    defaultSender,
    send: () => Promise.resolve({ outcome: "failed", reason }),
    close: () => undefined,
  };
}
