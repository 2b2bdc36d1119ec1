import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { refuseTakenUserId } from "./create-user";
import { lockIdentities } from "./lock-identities";
import { lockUser } from "./lock-user";

/**
 * Changes the application's id for a user in the caller's transaction. Challenges with the former id
 * stay the user's. Ceremonies with the former id end: a registration would create a user with it.
 * @throws NotFound · DuplicateUser if another user has the id · BadRequest (userId) as
 * requireNewUserId
 */
export async function changeUserId(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, userId }: { sub: string; userId: string },
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const user = await lockUser(ctx, tx, sub);
  if (user === null) throw new ServiceError("@error/NotFound");
  if (user.userId === userId) return;
  const former = user.userId ?? sub;
  await lockIdentities(ctx, tx, { userId });
  await lockIdentities(ctx, tx, { userId: former });
  if (userId !== sub) await refuseTakenUserId(ctx, tx, userId);
  await tx.user.update({
    where: { tenancyId_sub: { tenancyId, sub } },
    data: { userId, updatedAt: new Date(ctx.clock.now()) },
  });
  await tx.challenge.updateMany({ where: { tenancyId, userId: former }, data: { userId } });
  // Raw, because Prisma can't compare a text in JSON. No index is needed: ceremonies live minutes.
  await tx.$executeRaw`
    DELETE FROM "OneTimeToken"
    WHERE "tenancyId" = ${tenancyId} AND "payload"->>'userId' = ${former}`;
  await recordAudit(ctx, tx, {
    action: "user.updated",
    target: { kind: "user", id: sub },
    detail: "userId",
  });
}
