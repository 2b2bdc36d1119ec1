import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";

/** What the email provider reported about a mailbox in the last days. */
export interface MailboxProblem {
  bouncedAt: Date | null;
  /** The mail server's words; empty if it gave none. */
  bounceReason: string | null;
  /** Until then no email is sent to it; null if emails are sent. */
  blockedUntil: Date | null;
  complainedAt: Date | null;
}

/**
 * Returns the problem of a mailbox, or null.
 * @param email normalized
 */
export async function findMailboxProblem(
  { db, clock, tenancy }: TenancyContext,
  email: string,
): Promise<MailboxProblem | null> {
  const problem = await db.mailboxProblem.findUnique({
    where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    omit: { tenancyId: true, email: true, updatedAt: true },
  });
  if (problem === null) return null;
  const { blockedUntil, ...rest } = problem;
  const isBlocked = blockedUntil !== null && blockedUntil.getTime() > clock.now();
  return { ...rest, blockedUntil: isBlocked ? blockedUntil : null };
}

/** Whether no email is sent to an address now. */
export async function isMailboxBlocked(
  { db, clock }: Service,
  tenancy: { id: string },
  address: string,
): Promise<boolean> {
  const email = parseEmail(address)?.normalized;
  if (email === undefined) return false;
  const blocked = await db.mailboxProblem.count({
    where: { tenancyId: tenancy.id, email, blockedUntil: { gt: new Date(clock.now()) } },
  });
  return blocked > 0;
}
