import type { CreateUser } from "@/lib/contract/user-record";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import type { Prisma, User } from "@/prisma/generated/client";
import { dropOtherClaims } from "./drop-other-claims";
import { requireNewUserId } from "./find-user-by-user-id";
import { lockIdentities } from "./lock-user";
import { refuseOwnedEmail } from "./owned-email";

type NewUser = Omit<
  Prisma.UserUncheckedCreateInput,
  "tenancyId" | "sub" | "createdAt" | "updatedAt"
>;

/** Inserts a user in the caller's transaction, after its checks and `lockIdentities`. Audited. */
export async function insertUser(
  ctx: TenancyContext,
  tx: Queryable,
  newUser: NewUser,
): Promise<User> {
  const now = new Date(ctx.clock.now());
  const user = await tx.user.create({
    data: {
      ...newUser,
      tenancyId: ctx.tenancy.id,
      sub: ctx.createId(),
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordAudit(ctx, tx, { action: "user.created", target: { kind: "user", id: user.sub } });
  return user;
}

/**
 * Creates a user in the caller's transaction. The user owns the email, and users who only claimed it
 * lose it.
 * @throws DuplicateUser if another user has the `userId` · BadRequest (userId) as
 * requireNewUserId · InvalidEmail · DuplicateEmail if another user owns the email
 */
export async function createUser(
  ctx: TenancyContext,
  tx: Queryable,
  { userId, email: given, emailVerified = false, givenName = "", familyName = "" }: CreateUser,
): Promise<User> {
  const email = given === undefined ? null : requireEmail(given);
  await lockIdentities(ctx, tx, { userId, email: email?.normalized });
  if (userId !== undefined) await refuseTakenUserId(ctx, tx, userId);
  if (email !== null) await refuseOwnedEmail(ctx, tx, email.normalized);
  const user = await insertUser(ctx, tx, {
    userId: userId ?? null,
    email: email?.shown ?? "",
    emailNormalized: email?.normalized ?? null,
    emailVerified,
    emailOwned: email !== null,
    givenName,
    familyName,
    selfService: false,
  });
  if (email !== null)
    await dropOtherClaims(ctx, tx, { sub: user.sub, emailNormalized: email.normalized });
  return user;
}

/**
 * @throws DuplicateUser if a user has this application id · BadRequest (userId) as
 * requireNewUserId
 */
export async function refuseTakenUserId(
  ctx: TenancyContext,
  tx: Queryable,
  userId: string,
): Promise<void> {
  const taken = await tx.user.count({ where: { tenancyId: ctx.tenancy.id, userId } });
  if (taken > 0) throw new ServiceError("@error/DuplicateUser");
  await requireNewUserId(ctx, tx, userId);
}
