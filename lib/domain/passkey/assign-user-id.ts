import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { findUserByUserId, foreignSub, refuseForeignSub } from "@/lib/domain/user/find-registrant";
import { lockIdentities } from "@/lib/domain/user/lock-identities";
import type { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { refuseOverCap } from "./refuse-over-cap";

interface Assignment {
  passkeyId: string;
  /** The application's. */
  userId: string;
  /** Thrown when the user who carries that id is disabled. */
  whenDisabled: ServiceError;
}

async function createCarrier(
  ctx: TenancyContext,
  tx: Queryable,
  userId: string,
  { givenName, familyName }: User,
): Promise<User> {
  const now = new Date(ctx.clock.now());
  const user = await tx.user.create({
    data: {
      tenancyId: ctx.tenancy.id,
      sub: ctx.createId(),
      userId,
      givenName,
      familyName,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordAudit(ctx, tx, { action: "user.created", target: { kind: "user", id: user.sub } });
  return user;
}

/** Null when the passkey was deleted meanwhile. */
async function movePasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { passkeyId, whenDisabled }: Assignment,
  { from, to }: { from: User; to: User },
): Promise<User | null> {
  const tenancyId = ctx.tenancy.id;
  if (to.disabledAt !== null) throw whenDisabled;
  // The receiver for the cap; the giver so that no passkey joins it while it is found to have none
  // left.
  const locked = await tx.$queryRaw<{ sub: string; userId: string | null }[]>`
    SELECT "sub", "userId" FROM "User" WHERE "tenancyId" = ${tenancyId} AND "sub" IN (${from.sub}, ${to.sub}) ORDER BY "sub" FOR UPDATE`;
  const receiver = locked.find(({ sub }) => sub === to.sub);
  // A user found by their sub may have got an application id before the lock; the sub no longer
  // names them then.
  if (receiver === undefined || receiver.userId !== to.userId) throw foreignSub();
  await refuseOverCap(ctx, tx, to.sub);
  const moved = await tx.passkey.updateMany({
    where: { tenancyId, id: passkeyId },
    data: { sub: to.sub, updatedAt: new Date(ctx.clock.now()) },
  });
  if (moved.count === 0) return null;
  await recordAudit(ctx, tx, {
    action: "passkey.moved",
    target: { kind: "passkey", id: passkeyId },
  });
  const { count } = await tx.user.deleteMany({
    where: {
      tenancyId,
      sub: from.sub,
      selfService: true,
      email: "",
      userId: null,
      passkeys: { none: {} },
    },
  });
  if (count > 0)
    await recordAudit(ctx, tx, { action: "user.deleted", target: { kind: "user", id: from.sub } });
  return to;
}

/**
 * Links a passkey to a user id and returns the passkey's user; null when there is no such passkey.
 * The passkey moves to the user with that application id, or to the user without one whose `sub` it
 * is (contract §5). If there is neither, the passkey's own user takes the id, or a new user if that
 * one has another id.
 * @throws BadRequest when the id is the sub of a user who has an application id, or that user has
 * too many passkeys ·
 *   `whenDisabled`
 */
export async function assignUserId(
  ctx: TenancyContext,
  tx: Queryable,
  assignment: Assignment,
): Promise<User | null> {
  const { passkeyId, userId } = assignment;
  const tenancyId = ctx.tenancy.id;
  // By passkey too: whose it is must not change between reading and moving it.
  await lockIdentities(ctx, tx, { userId, passkeyId });
  const passkey = await tx.passkey.findUnique({
    where: { tenancyId_id: { tenancyId, id: passkeyId } },
    include: { user: true },
  });
  if (passkey === null) return null;
  const { user: from } = passkey;
  if ((from.userId ?? from.sub) === userId) return from;
  const named = await findUserByUserId(ctx, tx, userId);
  if (named !== null) return movePasskey(ctx, tx, assignment, { from, to: named });
  await refuseForeignSub(ctx, tx, userId);
  const { count } = await tx.user.updateMany({
    where: { tenancyId, sub: from.sub, userId: null },
    data: { userId, updatedAt: new Date(ctx.clock.now()) },
  });
  if (count === 0)
    return movePasskey(ctx, tx, assignment, {
      from,
      to: await createCarrier(ctx, tx, userId, from),
    });
  await recordAudit(ctx, tx, { action: "user.updated", target: { kind: "user", id: from.sub } });
  return { ...from, userId };
}
