import type { RunningConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/platform/database-client";
import { createInboxMailer } from "./inbox-mailer";
import type { Mailer } from "./mailer";
import { createResendMailer } from "./resend-mailer";
import { createSmtpMailer } from "./smtp-mailer";

const reason =
  "No email provider is configured. Set SMTP_URL or the variables of another provider.";

const noMailer = (defaultSender: string): Mailer => ({
  defaultSender,
  send: () => Promise.resolve({ outcome: "failed", reason }),
  close: () => undefined,
});

/** Creates the mailer for the configured provider. Without one, local mode has an inbox. */
export function createMailer(
  { mode, email, mailFrom: defaultSender }: RunningConfig,
  { db, clock }: { db: Database; clock: Clock },
): Mailer {
  switch (email?.kind) {
    case "resend":
      return createResendMailer({ ...email, defaultSender });
    case "smtp":
      return createSmtpMailer({ ...email, defaultSender, waitMs: lifetimes.deliveryTimeoutMs });
    case undefined:
      return mode === "local"
        ? createInboxMailer({ db, clock, defaultSender })
        : noMailer(defaultSender);
  }
}
