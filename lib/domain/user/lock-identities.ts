import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";

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
