import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

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

/** Longer than a mailbox is blocked, so that an operator sees what happened before. */
const keptMs = 7 * lifetimes.dayMs;

/** Deletes a batch of mailbox problems a week after the last event. */
export const purgeMailboxProblems = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "MailboxProblem", "updatedAt", clock.now() - keptMs);

/**
 * Sends emails to a bounced mailbox again. The audit event names the user who owns the address.
 * @throws NotFound if the mailbox isn't blocked
 */
export async function unblockMailbox(ctx: TenancyContext, address: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const email = parseEmail(address)?.normalized ?? "";
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.mailboxProblem.updateMany({
      where: { tenancyId, email, blockedUntil: { gt: new Date(ctx.clock.now()) } },
      data: { blockedUntil: null },
    });
    if (count === 0)
      throw new ServiceError("@error/NotFound", undefined, "Emails are sent to this mailbox.");
    const owner = await findEmailOwner(ctx, tx, email);
    await recordAudit(ctx, tx, {
      action: "mail.unblocked",
      target: { kind: "tenancy", id: tenancyId },
      ...(owner === null ? {} : { detail: owner.sub }),
    });
  });
}
