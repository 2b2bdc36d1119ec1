import type { EmailProvider, RunningConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/platform/database-client";
import type { Mailer, ProviderMailer } from "./mailer";
import { type ChainObserver, createProviderChain, failoverLimits } from "./provider-chain";
import { createResendMailer } from "./resend-mailer";
import { createSmtpMailer } from "./smtp-mailer";

/** Stores emails in the database and shows them at /inbox. For local mode without a provider. */
function createInboxMailer({ db, clock }: { db: Database; clock: Clock }): ProviderMailer {
  return {
    async send({ id, tenancyId, from, to, subject, html, text }) {
      const mail = {
        tenancyId,
        id,
        sender: `${from.name} <${from.address}>`,
        recipient: to,
        subject,
        html,
        text,
        receivedAt: new Date(clock.now()),
      };
      await db.inboxEmail.createMany({ data: mail, skipDuplicates: true });
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
}

const reason =
  "No email provider is configured. Set SMTP_URL or the variables of another provider.";

const noMailer = (defaultSender: string): Mailer => ({
  defaultSender,
  send: () => Promise.resolve({ outcome: "failed", reason }),
  close: () => undefined,
});

/** @param waitMs timeout for each step of SMTP */
export const createProviderMailer = (provider: EmailProvider, waitMs: number): ProviderMailer =>
  provider.kind === "resend"
    ? createResendMailer(provider)
    : createSmtpMailer({ url: provider.url, waitMs });

/** Creates the mailer for the configured providers. Without any, local mode has an inbox. */
export function createMailer(
  { mode, emailProviders, mailFrom: defaultSender }: RunningConfig,
  { db, clock, observer }: { db: Database; clock: Clock; observer: ChainObserver },
): Mailer {
  const hasSeveral = emailProviders.length > 1;
  const attemptMs = hasSeveral ? failoverLimits.attemptMs : lifetimes.deliveryTimeoutMs;
  const providers =
    emailProviders.length === 0 && mode === "local"
      ? [{ id: "inbox", mailer: createInboxMailer({ db, clock }) }]
      : emailProviders.map((each) => ({
          id: each.id,
          mailer: createProviderMailer(each, attemptMs),
        }));
  if (providers.length === 0) return noMailer(defaultSender);
  return createProviderChain({
    providers,
    defaultSender,
    clock,
    observer: hasSeveral ? observer : { ...observer, onSkipped: () => undefined },
    limits: { ...failoverLimits, attemptMs },
  });
}
