import type { TenancyContext } from "@/lib/domain/base/context";

/** A mailbox with what is known about it. */
export interface MailboxTraces {
  /** Normalized. */
  email: string;
  /** The email log has codes for it. */
  hasCodes: boolean;
  /** The timeline has events of it. */
  hasEvents: boolean;
}

/** Returns what is known about a few mailboxes. Two reads by index for each. */
export const findMailboxTraces = (
  { db, tenancy }: TenancyContext,
  emails: readonly string[],
): Promise<MailboxTraces[]> =>
  Promise.all(
    emails.map(async (email) => {
      const [code, event] = await Promise.all([
        db.challenge.findFirst({
          where: { tenancyId: tenancy.id, emailNormalized: email },
          select: { id: true },
        }),
        db.timelineEvent.findFirst({
          where: { tenancyId: tenancy.id, email },
          select: { id: true },
        }),
      ]);
      return { email, hasCodes: code !== null, hasEvents: event !== null };
    }),
  );
