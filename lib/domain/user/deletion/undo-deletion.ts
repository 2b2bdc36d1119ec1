import { z } from "zod";
import { consumeToken, isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lockUser } from "@/lib/domain/user/lock-user";
import { isPendingDeletion, withdrawDeletion } from "@/lib/domain/user/set-user-disabled";
import { ServiceError } from "@/lib/errors";

/**
 * Withdraws a pending request in the caller's transaction, which has locked the user's row. Enables the
 * user, unless an operator or a backend disabled them meanwhile.
 * @returns when it was requested; null if none was pending
 */
async function cancelPendingDeletion(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<Date | null> {
  const withdrawn = await withdrawDeletion(ctx, tx, sub);
  if (withdrawn === null) return null;
  if (!withdrawn.staysDisabled) {
    await tx.user.updateMany({
      where: { tenancyId: ctx.tenancy.id, sub },
      data: { disabledAt: null, disabledReason: null, updatedAt: new Date(ctx.clock.now()) },
    });
    await recordAudit(ctx, tx, { action: "user.enabled", target: { kind: "user", id: sub } });
  }
  return withdrawn.requestedAt;
}

/**
 * Cancels a user's request to delete the account, for an operator. The links to undo it end.
 * @returns `isChanged`: false if none was pending
 * @throws NotFound
 */
export const cancelDeletion = (ctx: TenancyContext, sub: string): Promise<{ isChanged: boolean }> =>
  ctx.db.$transaction(async (tx) => {
    if ((await lockUser(ctx, tx, sub)) === null) throw new ServiceError("@error/NotFound");
    return { isChanged: (await cancelPendingDeletion(ctx, tx, sub)) !== null };
  });

/** A pending deletion, as the page of an undo link shows it. */
interface PendingDeletion {
  /** When the account is erased, in ms. */
  dueAt: number;
}

const Row = z.object({ sub: z.string(), dueAt: z.date() });

/**
 * Finds the pending request of a live token. A link of an earlier request can't undo a later one. Raw,
 * because the token's conditions are SQL.
 */
async function findPending(
  ctx: TenancyContext,
  db: Queryable,
  token: string,
): Promise<z.infer<typeof Row>> {
  const scope = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await db.query(Row)`
    SELECT d."sub", d."dueAt" FROM "OneTimeToken" o
    JOIN "UserDeletion" d ON d."tenancyId" = o."tenancyId" AND d."sub" = o."payload"->>'sub'
      AND d."requestedAt" = (o."payload"->>'requestedAt')::timestamptz
    JOIN "User" u ON ${isPendingDeletion}
    WHERE ${isLiveToken(scope, "deletionUndo", token)}`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row;
}

/**
 * Returns the deletion that an email's link can undo. Changes nothing, because mail scanners open
 * links, too.
 * @throws InvalidToken when the link is unknown, expired or used, or the request is no longer pending
 */
export async function readDeletionUndo(
  ctx: TenancyContext,
  token: string,
): Promise<PendingDeletion> {
  const { dueAt } = await findPending(ctx, ctx.db, token);
  return { dueAt: dueAt.getTime() };
}

/**
 * Undoes a requested deletion by an email's link and enables the user, unless an operator or a backend
 * disabled them meanwhile. Of several concurrent uses one succeeds. Signs no one in.
 * @throws InvalidToken as readDeletionUndo
 */
export async function undoDeletion(ctx: TenancyContext, token: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { sub } = await findPending(ctx, tx, token);
    // Before the token: erasing a user locks in this order, too.
    await lockUser(ctx, tx, sub);
    // Again: the request may have been cancelled and repeated before the lock.
    await findPending(ctx, tx, token);
    await consumeToken(ctx, "deletionUndo", token, tx);
    if ((await cancelPendingDeletion(ctx, tx, sub)) === null)
      throw new ServiceError("@error/InvalidToken");
  });
}
