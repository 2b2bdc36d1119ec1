import type { Queryable, TenancyContext } from "@/lib/domain/context";

interface Identities {
  userId?: string | undefined;
  /** In its normalized form. */
  email?: string | undefined;
  passkeyId?: string | undefined;
}

/**
 * Takes turns, until the transaction ends, with every other writer of these identities, so that two first registrations
 * of one user meet and a claim cannot slip past the email's holder. Unique indexes stay the last word.
 */
export async function lockIdentities(ctx: TenancyContext, tx: Queryable, identities: Identities): Promise<void> {
  const keys = Object.entries(identities)
    .flatMap(([kind, value]) => (value === undefined ? [] : [`${ctx.tenancy.id} ${kind} ${value}`]))
    .sort();
  for (const key of keys) await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** The same for many users at once, in the same order. */
export async function lockManyIdentities(ctx: TenancyContext, tx: Queryable, { userIds, emails }: { userIds: string[]; emails: string[] }): Promise<void> {
  const keys = [...userIds.map((value) => `${ctx.tenancy.id} userId ${value}`), ...emails.map((value) => `${ctx.tenancy.id} email ${value}`)];
  const inOrder = [...new Set(keys)].sort();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${inOrder}::text[]) AS key`;
}
