import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";

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
