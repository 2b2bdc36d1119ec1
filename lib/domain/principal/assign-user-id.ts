import { recordAudit } from "@/lib/domain/audit/record-audit";
import { refuseOverCap } from "@/lib/domain/passkey/refuse-over-cap";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { refuseForeignSub } from "@/lib/domain/user/find-registrant";
import { lockIdentities } from "@/lib/domain/user/lock-identities";
import { ServiceError } from "@/lib/errors";
import type { SpentCode } from "./consume-code";

type Moved = Pick<SpentCode, "sub" | "userId" | "email" | "givenName" | "familyName" | "emailVerified">;

async function createCarrier(ctx: TenancyContext, tx: Queryable, userId: string, { givenName, familyName }: SpentCode): Promise<Moved & { disabledAt: Date | null }> {
  const now = new Date(ctx.clock.now());
  const user = await tx.user.create({
    data: { tenancyId: ctx.tenancy.id, sub: ctx.createId(), userId, givenName, familyName, selfService: false, createdAt: now, updatedAt: now },
  });
  await recordAudit(ctx, tx, { action: "user.created", target: { kind: "user", id: user.sub } });
  return user;
}

async function movePasskey(ctx: TenancyContext, tx: Queryable, spent: SpentCode, carrier: Moved & { disabledAt: Date | null }): Promise<Moved> {
  const tenancyId = ctx.tenancy.id;
  if (carrier.disabledAt !== null) throw new ServiceError("@error/PasskeyDisabled", { passkeyId: spent.passkeyId });
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancyId} AND "sub" = ${carrier.sub} FOR UPDATE`;
  await refuseOverCap(ctx, tx, carrier.sub);
  await tx.passkey.update({
    where: { tenancyId_id: { tenancyId, id: spent.passkeyId } },
    data: { sub: carrier.sub, updatedAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(ctx, tx, { action: "passkey.moved", target: { kind: "passkey", id: spent.passkeyId } });
  const { count } = await tx.user.deleteMany({ where: { tenancyId, sub: spent.sub, selfService: true, email: "", userId: null, passkeys: { none: {} } } });
  if (count > 0) await recordAudit(ctx, tx, { action: "user.deleted", target: { kind: "user", id: spent.sub } });
  return carrier;
}

/**
 * Gives the code's passkey the application's user id. It moves to the user who carries that id, if any; otherwise its
 * own user takes the id, or, where that one is known by another id already, a new user does.
 * @throws BadRequest when the id is another user's sub, or that user has too many passkeys · PasskeyDisabled when that
 *   user is disabled
 */
export async function assignUserId(ctx: TenancyContext, tx: Queryable, spent: SpentCode, userId: string): Promise<SpentCode> {
  if ((spent.userId ?? spent.sub) === userId) return spent;
  const tenancyId = ctx.tenancy.id;
  await lockIdentities(ctx, tx, { userId });
  const carrier = await tx.user.findUnique({ where: { tenancyId_userId: { tenancyId, userId } } });
  if (carrier !== null) return { ...spent, ...(await movePasskey(ctx, tx, spent, carrier)) };
  await refuseForeignSub(ctx, tx, userId);
  const { count } = await tx.user.updateMany({ where: { tenancyId, sub: spent.sub, userId: null }, data: { userId, updatedAt: new Date(ctx.clock.now()) } });
  if (count === 0) return { ...spent, ...(await movePasskey(ctx, tx, spent, await createCarrier(ctx, tx, userId, spent))) };
  await recordAudit(ctx, tx, { action: "user.updated", target: { kind: "user", id: spent.sub } });
  return { ...spent, userId };
}
