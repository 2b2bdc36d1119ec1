import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { badRequest, ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";

/** The user to register a passkey for, as the caller describes it. */
export interface Registrant {
  selfService: boolean;
  /** The registrant proved control of the mailbox: the email becomes verified and owned. */
  emailProved?: boolean | undefined;
  userId?: string | undefined;
  /** The email selects no user, whatever the tenancy's settings. */
  isNewUser?: boolean | undefined;
  email?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** Finds the user who owns an email. A user who only claimed it does not count. */
export async function findEmailOwner(
  ctx: TenancyContext,
  db: Queryable,
  normalized: string,
): Promise<User | null> {
  return db.user.findFirst({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: normalized,
      OR: [{ emailVerified: true }, { emailOwned: true }],
    },
  });
}

/** Finds a user by application id, else by the `sub` of a user without an application id. */
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
  badRequest("userId", "is the sub of another user; choose another id");

/** Returns why a new user can't have an application id, or undefined (contract §11). */
export function findUserIdFault(userId: string): string | undefined {
  if (/^\.\.?$/.test(userId)) return "must not be . or .., which URLs leave out";
  if (/\p{Cc}/u.test(userId)) return "must not contain control characters";
  return userId === userId.trim() ? undefined : "must not begin or end with white space";
}

/**
 * Call it before storing an application id that no user has. Stored ones may break these rules.
 * @throws BadRequest (userId) if the id has a fault or equals another user's `sub`
 */
export async function requireNewUserId(
  ctx: TenancyContext,
  db: Queryable,
  userId: string,
): Promise<void> {
  const fault = findUserIdFault(userId);
  if (fault !== undefined) throw badRequest("userId", fault);
  const taken = await db.user.count({ where: { tenancyId: ctx.tenancy.id, sub: userId } });
  if (taken > 0) throw foreignSub();
}

/**
 * Finds the existing user who gets the passkey, null if the registration creates one (contract §3).
 * A given `userId` alone decides. Self-service always creates a user.
 * @throws DuplicateEmail if only the email selects the user, and the tenancy doesn't link by email
 * (contract §11) · BadRequest (userId) as requireNewUserId
 */
export async function findRegistrant(
  ctx: TenancyContext,
  db: Queryable,
  registrant: Registrant,
): Promise<User | null> {
  if (registrant.selfService) return null;
  if (registrant.userId !== undefined) {
    const user = await findUserByUserId(ctx, db, registrant.userId);
    if (user === null) await requireNewUserId(ctx, db, registrant.userId);
    return user;
  }
  const email = registrant.email === undefined ? null : parseEmail(registrant.email);
  const owner = email === null ? null : await findEmailOwner(ctx, db, email.normalized);
  const linksByEmail = ctx.tenancy.linkByEmail && registrant.isNewUser !== true;
  if (owner !== null && registrant.emailProved !== true && !linksByEmail)
    throw new ServiceError(
      "@error/DuplicateEmail",
      undefined,
      "A user owns this email. Send their `userId` to add a passkey to them.",
    ).about({ sub: owner.sub });
  return owner;
}
