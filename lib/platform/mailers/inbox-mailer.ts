import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/platform/database-client";
import type { ProviderMailer } from "./mailer";

/** Stores emails in the database and shows them at /inbox. For local mode without a provider. */
export function createInboxMailer({ db, clock }: { db: Database; clock: Clock }): ProviderMailer {
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
