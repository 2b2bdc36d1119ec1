import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";

interface Holder {
  sub: string;
  emailNormalized: string;
}

/**
 * Takes now held emails from everybody who only claimed them; their passkeys go on signing in to
 * their own `sub`. Runs in the transaction that makes them held, under the locks of
 * lock-identities.
 */
export async function dropClaimsOf(
  ctx: TenancyContext,
  tx: Queryable,
  holders: Holder[],
): Promise<void> {
  const losers = await tx.user.updateManyAndReturn({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: { in: holders.map(({ emailNormalized }) => emailNormalized) },
      sub: { notIn: holders.map(({ sub }) => sub) },
      emailVerified: false,
      emailVouched: false,
    },
    data: { email: "", emailNormalized: null, updatedAt: new Date(ctx.clock.now()) },
    select: { sub: true },
  });
  const about =
    (action: "user.email-held" | "user.email-claim-lost") =>
    ({ sub }: { sub: string }) => ({ action, target: { kind: "user" as const, id: sub } });
  await recordAudit(
    ctx,
    tx,
    ...holders.map(about("user.email-held")),
    ...losers.map(about("user.email-claim-lost")),
  );
}

/** The same for one email. */
export const dropOtherClaims = (
  ctx: TenancyContext,
  tx: Queryable,
  holder: Holder,
): Promise<void> => dropClaimsOf(ctx, tx, [holder]);
