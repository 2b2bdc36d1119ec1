import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";

interface Owner {
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
  owners: Owner[],
): Promise<void> {
  const losers = await tx.user.updateManyAndReturn({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: { in: owners.map(({ emailNormalized }) => emailNormalized) },
      sub: { notIn: owners.map(({ sub }) => sub) },
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
    ...owners.map(about("user.email-held")),
    ...losers.map(about("user.email-claim-lost")),
  );
}

/** The same for one email. */
export const dropOtherClaims = (ctx: TenancyContext, tx: Queryable, owner: Owner): Promise<void> =>
  dropClaimsOf(ctx, tx, [owner]);
