import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { refuseForeignSub } from "./find-registrant";
import { lockIdentities } from "./lock-identities";

/**
 * Gives a user who signed in without a passkey the application's id; null when the user is gone.
 * There is no passkey that could move, so an id that stands for somebody else, or a second one, is
 * refused.
 * @throws BadRequest (userId)
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
  const carrier = await tx.user.count({ where: { tenancyId, userId } });
  if (carrier > 0)
    throw badRequest(
      "userId",
      "belongs to another user, and this sign-in has no passkey that could move there",
    );
  await refuseForeignSub(ctx, tx, userId);
  const { count } = await tx.user.updateMany({
    where: { tenancyId, sub, userId: null },
    data: { userId, updatedAt: new Date(ctx.clock.now()) },
  });
  if (count === 0) throw badRequest("userId", "this user is known by another id already");
  await recordAudit(ctx, tx, { action: "user.updated", target: { kind: "user", id: sub } });
  return { ...user, userId };
}
