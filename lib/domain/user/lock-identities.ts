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
