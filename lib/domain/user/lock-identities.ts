import type { Queryable, TenancyContext } from "@/lib/domain/context";

/**
 * Takes turns, until the transaction ends, with every other writer of these identities, so that two first registrations
 * of one user meet and a claim cannot slip past the email's holder. Unique indexes stay the last word.
 */
export async function lockIdentities(ctx: TenancyContext, tx: Queryable, identities: { userId?: string | undefined; email?: string | undefined }): Promise<void> {
  const keys = [identities.userId === undefined ? [] : `userId ${identities.userId}`, identities.email === undefined ? [] : `email ${identities.email}`]
    .flat()
    .map((key) => `${ctx.tenancy.id} ${key}`)
    .sort();
  for (const key of keys) await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}
