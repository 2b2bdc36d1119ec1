import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";

/**
 * Takes a now held email from everybody who only claimed it; their passkeys go on signing in to their own `sub`.
 * Runs in the transaction that makes it held, under lockIdentities.
 */
export async function dropOtherClaims(ctx: TenancyContext, tx: Queryable, holder: { sub: string; emailNormalized: string }): Promise<void> {
  const losers = await tx.user.updateManyAndReturn({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: holder.emailNormalized,
      sub: { not: holder.sub },
      emailVerified: false,
      emailVouched: false,
    },
    data: { email: "", emailNormalized: null, updatedAt: new Date(ctx.clock.now()) },
    select: { sub: true },
  });
  await recordAudit(
    ctx,
    tx,
    { action: "user.email-held", target: { kind: "user", id: holder.sub } },
    ...losers.map(({ sub }) => ({ action: "user.email-claim-lost" as const, target: { kind: "user" as const, id: sub } })),
  );
}
