import { z } from "zod";
import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { readReason, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { lockUser } from "./lock-user";

/** The condition for the request of row `d` to be pending for user `u`. */
export const isPendingDeletion = Prisma.sql`
  d."tenancyId" = u."tenancyId" AND d."sub" = u."sub" AND d."disabledAt" = u."disabledAt"`;

const Row = z.object({ requestedAt: z.date(), staysDisabled: z.boolean(), isPending: z.boolean() });

/**
 * Withdraws a user's request to delete the account, in the caller's transaction. Doesn't enable the
 * user. The caller has locked the user's row.
 * @returns null if none was pending
 */
export async function withdrawDeletion(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<z.infer<typeof Row> | null> {
  // Raw, because one statement decides whether it was pending.
  const [row] = await tx.query(Row)`
    DELETE FROM "UserDeletion" d USING "User" u
    WHERE d."tenancyId" = ${ctx.tenancy.id} AND d."sub" = ${sub}
      AND u."tenancyId" = d."tenancyId" AND u."sub" = d."sub"
    RETURNING d."requestedAt", d."staysDisabled",
      (${isPendingDeletion}) IS TRUE AS "isPending"`;
  if (row?.isPending !== true) return null;
  await recordAudit(ctx, tx, {
    action: "user.deletion-cancelled",
    target: { kind: "user", id: sub },
  });
  return row;
}

/**
 * Keeps a user disabled whose own request to delete the account disabled them. The request stays
 * pending, but undoing it no longer enables the user.
 * @returns whether there was such a request
 */
async function keepDisabled(ctx: TenancyContext, tx: Queryable, sub: string): Promise<boolean> {
  const where = { tenancyId: ctx.tenancy.id, sub };
  const user = await tx.user.findUniqueOrThrow({ where: { tenancyId_sub: where } });
  if (user.disabledAt === null) return false;
  const { count } = await tx.userDeletion.updateMany({
    where: { ...where, staysDisabled: false, disabledAt: user.disabledAt },
    data: { staysDisabled: true },
  });
  return count > 0;
}

/**
 * Disables or enables a user. A disabled user's passkeys and hosted sign-ins are refused
 * immediately. An emailed code of the backend names an email and no user, so the backend must check
 * `enabled`. A user already in that state keeps their date and reason. Enabling a user withdraws their
 * request to delete the account; disabling a user who made one keeps it, and them disabled if they
 * undo it.
 * @param reason why the user is disabled; operators see it
 * @throws NotFound
 */
export async function setUserDisabled(
  ctx: TenancyContext,
  sub: string,
  disabled: boolean,
  reason?: string,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const tenancyId = ctx.tenancy.id;
  await ctx.db.$transaction(async (tx) => {
    if ((await lockUser(ctx, tx, sub)) === null) throw new ServiceError("@error/NotFound");
    if (!disabled) await withdrawDeletion(ctx, tx, sub);
    const { count } = await tx.user.updateMany({
      where: { tenancyId, sub, disabledAt: disabled ? null : { not: null } },
      data: {
        disabledAt: disabled ? now : null,
        disabledReason: disabled ? readReason(reason) : null,
        updatedAt: now,
      },
    });
    if (count > 0 && disabled) await endAccountSessions(ctx, tx, { sub });
    const isKept = disabled && count === 0 && (await keepDisabled(ctx, tx, sub));
    if (isKept)
      await tx.user.updateMany({
        where: { tenancyId, sub },
        data: { disabledReason: readReason(reason), updatedAt: now },
      });
    if (count > 0 || isKept)
      await recordAudit(ctx, tx, {
        action: disabled ? "user.disabled" : "user.enabled",
        target: { kind: "user", id: sub },
        reason,
      });
  });
}
