import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { endEmailChangeUndo } from "@/lib/domain/user/end-email-change-undo";
import { lifetimes } from "@/lib/limits";

interface Restored {
  sub: string;
  /** The restored email. */
  normalized: string;
  /** When the change replaced it. */
  changedAt: Date;
}

/**
 * Ends the links of a change whose email is restored, and of all later ones, in the caller's
 * transaction: mailboxes that an attacker added can't undo it, and get no more notices. Links of
 * earlier changes stay.
 */
export async function endLaterChanges(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, normalized, changedAt }: Restored,
): Promise<void> {
  await endEmailChangeUndo(ctx, tx, { sub, since: changedAt });
  const keptUntil = new Date(changedAt.getTime() + lifetimes.passkeyReportMs);
  await tx.previousEmail.deleteMany({
    where: {
      tenancyId: ctx.tenancy.id,
      sub,
      OR: [{ emailNormalized: normalized }, { until: { gte: keptUntil } }],
    },
  });
}
