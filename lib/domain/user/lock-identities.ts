import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";

interface Identities {
  userId?: string | undefined;
  /** In its normalized form. */
  email?: string | undefined;
  passkeyId?: string | undefined;
}

/**
 * Locks identities until the transaction ends, so that two first registrations of one user meet in
 * one user and a claim cannot slip past the email's owner. Unique indexes enforce it in the end.
 * @throws LockTaken when another transaction has one of them; `$transaction` then runs again
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

/** The same for many users at once. @throws LockTaken */
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
