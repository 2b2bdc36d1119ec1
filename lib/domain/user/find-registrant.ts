import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { parseEmail } from "./email";

/** Whose passkey is being registered, as the caller named it. */
export interface Registrant {
  selfService: boolean;
  /** Whoever registers has proved the mailbox: the email becomes verified, and held. */
  emailProved?: boolean | undefined;
  userId?: string | undefined;
  email?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** The user who holds an email; one that is only claimed finds nobody. */
export async function findEmailOwner(
  ctx: TenancyContext,
  db: Queryable,
  normalized: string,
): Promise<User | null> {
  return db.user.findFirst({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: normalized,
      OR: [{ emailVerified: true }, { emailVouched: true }],
    },
  });
}

/**
 * The user whom a `userId` selects: an application id first, then the `sub` of a user who has none.
 */
export async function findUserByUserId(
  ctx: TenancyContext,
  db: Queryable,
  userId: string,
): Promise<User | null> {
  const tenancyId = ctx.tenancy.id;
  const users = await db.user.findMany({
    where: { tenancyId, OR: [{ userId }, { sub: userId, userId: null }] },
    take: 2,
  });
  return users.find((user) => user.userId === userId) ?? users[0] ?? null;
}

export const foreignSub = () =>
  badRequest("userId", "is the sub of another user; choose an id of your own");

/**
 * @throws BadRequest when an application id equals the `sub` of a user who is known by another id
 */
export async function refuseForeignSub(
  ctx: TenancyContext,
  db: Queryable,
  userId: string,
): Promise<void> {
  const taken = await db.user.count({ where: { tenancyId: ctx.tenancy.id, sub: userId } });
  if (taken > 0) throw foreignSub();
}

/**
 * The existing user whom a passkey would join; null when a new one is to be made (contract §3).
 * `userId` decides alone where given; self-service never joins anyone.
 */
export async function findRegistrant(
  ctx: TenancyContext,
  db: Queryable,
  registrant: Registrant,
): Promise<User | null> {
  if (registrant.selfService) return null;
  if (registrant.userId !== undefined) {
    const user = await findUserByUserId(ctx, db, registrant.userId);
    if (user === null) await refuseForeignSub(ctx, db, registrant.userId);
    return user;
  }
  const email = registrant.email === undefined ? null : parseEmail(registrant.email);
  return email === null ? null : findEmailOwner(ctx, db, email.normalized);
}
