import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { requireNewUserId } from "./find-user-by-user-id";
import { lockIdentities } from "./lock-user";

/**
 * Assigns the application's id to a user who signed in without a passkey. Returns null if the user
 * no longer exists.
 * @throws BadRequest (userId) as requireNewUserId, if another user has the id, or the user another one. With a
 * passkey the passkey would move to that user; without one there is nothing to move.
 */
export async function takeUserId(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, userId }: { sub: string; userId: string },
): Promise<User | null> {
  const tenancyId = ctx.tenancy.id;
  await lockIdentities(ctx, tx, { userId });
  const user = await tx.user.findUnique({ where: { tenancyId_sub: { tenancyId, sub } } });
  if (user === null || (user.userId ?? user.sub) === userId) return user;
  const otherUsers = await tx.user.count({ where: { tenancyId, userId } });
  if (otherUsers > 0)
    throw badRequest(
      "userId",
      "belongs to another user, and this sign-in has no passkey that could move there",
    );
  await requireNewUserId(ctx, tx, userId);
  const { count } = await tx.user.updateMany({
    where: { tenancyId, sub, userId: null },
    data: { userId, updatedAt: new Date(ctx.clock.now()) },
  });
  if (count === 0) throw badRequest("userId", "this user already has another id");
  await recordAudit(ctx, tx, {
    action: "user.updated",
    target: { kind: "user", id: sub },
    detail: "userId",
  });
  return { ...user, userId };
}
