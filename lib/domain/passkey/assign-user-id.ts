import { z } from "zod";
import type { PasskeyProof } from "@/lib/contract/passkey-proof";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { needsProof, quarantineEnd } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { notifyOfPasskey } from "@/lib/domain/passkey/guard/notify-of-passkey";
import { consumePasskeyProof } from "@/lib/domain/passkey/guard/passkey-proof";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { insertUser } from "@/lib/domain/user/create-user";
import {
  findUserByUserId,
  foreignSub,
  requireNewUserId,
} from "@/lib/domain/user/find-user-by-user-id";
import { lockIdentities } from "@/lib/domain/user/lock-user";
import { badRequest, type ServiceError } from "@/lib/errors";
import type { Passkey, User } from "@/prisma/generated/client";

/**
 * Checks that a user may have another passkey. Exact only while the user's row is locked.
 * @returns how many the user has, disabled ones included
 * @throws BadRequest (userId) when the user has as many passkeys as the tenancy allows
 */
export async function requirePasskeyCapacity(
  ctx: TenancyContext,
  db: Queryable,
  sub: string,
): Promise<number> {
  const count = await db.passkey.count({ where: { tenancyId: ctx.tenancy.id, sub } });
  if (count >= ctx.tenancy.passkeysPerUser)
    throw badRequest(
      "userId",
      `this user already has ${count} passkeys, the limit of this tenancy`,
    ).about({ sub });
  return count;
}

interface Assigned {
  /** The passkey's user from now on. */
  user: User;
  /** May be past. */
  quarantinedUntil: Date | null;
}

interface Assignment {
  passkeyId: string;
  /** The application's id for the user. */
  userId: string;
  /** Thrown when the user with that id is disabled. */
  whenDisabled: ServiceError;
  /** Consumed if the passkey moves to a user who has one and the tenancy requires a proof. */
  proof?: PasskeyProof | undefined;
}

/**
 * Moves a passkey to another user. Deletes the previous user if they registered by self-service and
 * have no email, application id or passkey left.
 * @returns null if the passkey was deleted in the meantime
 */
async function movePasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { passkeyId, whenDisabled, proof }: Assignment,
  { passkey, to }: { passkey: Passkey & { user: User }; to: User },
): Promise<Assigned | null> {
  const tenancyId = ctx.tenancy.id;
  const { user: from, aaguid } = passkey;
  if (to.disabledAt !== null) throw whenDisabled;
  // Lock the new user to enforce the passkey limit, and the previous one so that it gets no passkey
  // while we delete it.
  const locked = await tx.query(z.object({ sub: z.string(), userId: z.string().nullable() }))`
    SELECT "sub", "userId" FROM "User"
    WHERE "tenancyId" = ${tenancyId} AND "sub" IN (${from.sub}, ${to.sub})
    ORDER BY "sub" FOR UPDATE`;
  const receiver = locked.find(({ sub }) => sub === to.sub);
  // A user found by sub may have got an application id before the lock. The sub no longer
  // identifies them then.
  if (receiver === undefined || receiver.userId !== to.userId) throw foreignSub();
  const existing = await requirePasskeyCapacity(ctx, tx, to.sub);
  if (needsProof(ctx, existing)) await consumePasskeyProof(ctx, tx, { sub: to.sub, proof });
  const quarantinedUntil = quarantineEnd(ctx, existing) ?? passkey.quarantinedUntil;
  const now = new Date(ctx.clock.now());
  const moved = await tx.passkey.updateMany({
    where: { tenancyId, id: passkeyId },
    data: {
      sub: to.sub,
      quarantinedUntil,
      movedAt: now,
      reportedAt: null,
      updatedAt: now,
    },
  });
  if (moved.count === 0) return null;
  await recordAudit(ctx, tx, {
    action: "passkey.moved",
    target: { kind: "passkey", id: passkeyId },
    detail: from.sub,
  });
  await notifyOfPasskey(ctx, tx, { user: to, passkeyId, provider: findPlatformName(aaguid) });
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
  return { user: to, quarantinedUntil };
}

/**
 * Links a passkey to a user id (contract §5):
 * - a user has this application id, or has none and this `sub`: the passkey moves to that user
 * - else, the passkey's own user has no application id: they get this one
 * - else: the passkey moves to a new user with this id
 * @returns null if there is no such passkey
 * @throws BadRequest when the id is the sub of a user who has an application id, a new id is none as
 * requireNewUserId, or that user has as many passkeys as allowed · `whenDisabled` · ProofRequired
 */
export async function assignUserId(
  ctx: TenancyContext,
  tx: Queryable,
  assignment: Assignment,
): Promise<Assigned | null> {
  const { passkeyId, userId } = assignment;
  const tenancyId = ctx.tenancy.id;
  // Lock the passkey's identity too, so that its user doesn't change between reading and moving it.
  await lockIdentities(ctx, tx, { userId, passkeyId });
  const passkey = await tx.passkey.findUnique({
    where: { tenancyId_id: { tenancyId, id: passkeyId } },
    include: { user: true },
  });
  if (passkey === null) return null;
  const { user: from, quarantinedUntil } = passkey;
  if ((from.userId ?? from.sub) === userId) return { user: from, quarantinedUntil };
  const named = await findUserByUserId(ctx, tx, userId);
  if (named !== null) return movePasskey(ctx, tx, assignment, { passkey, to: named });
  await requireNewUserId(ctx, tx, userId);
  const { givenName, familyName } = from;
  const { count } = await tx.user.updateMany({
    where: { tenancyId, sub: from.sub, userId: null },
    data: { userId, updatedAt: new Date(ctx.clock.now()) },
  });
  if (count === 0)
    return movePasskey(ctx, tx, assignment, {
      passkey,
      to: await insertUser(ctx, tx, { userId, givenName, familyName, selfService: false }),
    });
  await recordAudit(ctx, tx, {
    action: "user.updated",
    target: { kind: "user", id: from.sub },
    detail: "userId",
  });
  return { user: { ...from, userId }, quarantinedUntil };
}
