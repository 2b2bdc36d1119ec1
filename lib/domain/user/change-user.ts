import type { ChangeUser } from "@/lib/contract/user-record";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { changeEmail } from "./change-email";
import { refuseTakenUserId } from "./create-user";
import { lockIdentities, lockUser } from "./lock-user";
import { ownedEmailOf } from "./owned-email";
import { updateProfile } from "./update-user";

/**
 * Changes the application's id for a user in the caller's transaction. Challenges with the former id
 * stay the user's. Ceremonies with the former id end: a registration would create a user with it.
 * @throws NotFound · DuplicateUser if another user has the id · BadRequest (userId) as
 * requireNewUserId
 */
async function changeUserId(
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

/**
 * Changes the email unless the user already owns it, written the same. In another spelling it stays
 * verified.
 * @returns whether it changed the email and the verified flag
 */
async function changeGivenEmail(
  ctx: TenancyContext,
  tx: Queryable,
  {
    sub,
    email,
    emailVerified,
  }: { sub: string; email: string; emailVerified?: boolean | undefined },
): Promise<boolean> {
  const given = email.trim() === "" ? null : requireEmail(email);
  const user = await lockUser(ctx, tx, sub);
  if (user === null) throw new ServiceError("@error/NotFound");
  const isSame = user.emailNormalized === (given?.normalized ?? null);
  if (isSame && (given === null || ownedEmailOf(user)?.shown === given.shown)) return false;
  await changeEmail(ctx, tx, {
    sub,
    email,
    emailVerified: emailVerified ?? (isSame && user.emailVerified),
  });
  return true;
}

/**
 * Changes what is given of a user's id, email and names, all or nothing.
 * @throws NotFound · DuplicateUser · InvalidEmail · DuplicateEmail · BadRequest (userId) if it is
 * another user's `sub` · BadRequest (emailVerified) without an email
 */
export async function changeUser(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
  { userId, email, emailVerified, ...names }: ChangeUser,
): Promise<void> {
  if (userId !== undefined) await changeUserId(ctx, tx, { sub, userId });
  const isEmailChanged =
    email !== undefined && (await changeGivenEmail(ctx, tx, { sub, email, emailVerified }));
  const others = isEmailChanged ? names : { ...names, emailVerified };
  if (Object.values(others).some((value) => value !== undefined))
    await updateProfile(ctx, tx, sub, others);
}
