import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";

interface Owner {
  sub: string;
  emailNormalized: string;
}

/**
 * Removes emails that now have an owner from all users who only claimed them. Those users keep
 * their passkeys and their `sub`. Run it in the transaction that sets the owner, after
 * `lockIdentities`.
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
      emailOwned: false,
    },
    data: { email: "", emailNormalized: null, updatedAt: new Date(ctx.clock.now()) },
    select: { sub: true },
  });
  const auditAs =
    (action: "user.email-held" | "user.email-claim-lost", detail?: string) =>
    ({ sub }: { sub: string }) => ({
      action,
      target: { kind: "user" as const, id: sub },
      ...(detail === undefined ? {} : { detail }),
    });
  const owner = owners.length === 1 ? owners[0]?.sub : undefined;
  // The browser is the owner's, not the loser's. The loser's timeline shows what Keystead does.
  const actor = ctx.actor.kind === "browser" ? { kind: "system" as const } : ctx.actor;
  await recordAudit(ctx, tx, ...owners.map(auditAs("user.email-held")));
  await recordAudit({ ...ctx, actor }, tx, ...losers.map(auditAs("user.email-claim-lost", owner)));
}

/** Does the same for one email. */
export const dropOtherClaims = (ctx: TenancyContext, tx: Queryable, owner: Owner): Promise<void> =>
  dropClaimsOf(ctx, tx, [owner]);
