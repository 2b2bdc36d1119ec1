import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";

/** Locks a user's row until the transaction ends, and then reads it. Returns null without one. */
export async function lockUser(
  { tenancy }: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<User | null> {
  await tx.$executeRaw`
    SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
  return tx.user.findUnique({ where: { tenancyId_sub: { tenancyId: tenancy.id, sub } } });
}

/**
 * Locks the user's row, which makes the passkey cap exact.
 * @throws Forbidden if the user is disabled or gone
 */
export async function lockEnabledUser(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const enabled = await tx.$executeRaw`
    SELECT 1 FROM "User"
    WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} AND "disabledAt" IS NULL FOR UPDATE`;
  if (enabled === 0)
    throw new ServiceError("@error/Forbidden", undefined, "This user is disabled.").about({ sub });
}

interface Identities {
  userId?: string | undefined;
  /** In its normalized form. */
  email?: string | undefined;
  passkeyId?: string | undefined;
}

/**
 * Locks identities until the transaction ends. Two concurrent first registrations of a user then
 * create one user, and a claim cannot miss the email's new owner. Unique indexes enforce both too.
 * @throws LockTaken if another transaction has one of the locks; `$transaction` then runs again
 */
export async function lockIdentities(
  ctx: TenancyContext,
  tx: Queryable,
  identities: Identities,
): Promise<void> {
  await takeLocks(
    tx,
    ...Object.entries(identities).flatMap(([kind, value]) =>
      value === undefined ? [] : [`${ctx.tenancy.id} ${kind} ${value}`],
    ),
  );
}

/** Locks the identities of many users. @throws LockTaken */
export async function lockManyIdentities(
  ctx: TenancyContext,
  tx: Queryable,
  { userIds, emails }: { userIds: string[]; emails: string[] },
): Promise<void> {
  await takeLocks(
    tx,
    ...userIds.map((value) => `${ctx.tenancy.id} userId ${value}`),
    ...emails.map((value) => `${ctx.tenancy.id} email ${value}`),
  );
}
