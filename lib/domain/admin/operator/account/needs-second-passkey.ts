import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";

/** How long a new owner with one passkey is reminded. */
const remindedDays = 14;

/** Whether the operator is an owner since a short time and has one passkey. */
export async function needsSecondPasskey({
  ctx,
  session,
}: {
  ctx: TenancyContext;
  session: OperatorSession;
}): Promise<boolean> {
  const owns = session.roles.filter(({ role }) => role === "owner");
  if (owns.length === 0) return false;
  const newest = new Date(ctx.clock.now() - remindedDays * lifetimes.dayMs);
  const [passkeys, roles] = await Promise.all([
    ctx.db.passkey.count({ where: { tenancyId: ctx.tenancy.id, sub: session.sub } }),
    ctx.db.operator.count({
      where: {
        sub: session.sub,
        tenancyId: { in: owns.map(({ tenancyId }) => tenancyId) },
        createdAt: { gte: newest },
      },
    }),
  ]);
  return passkeys === 1 && roles > 0;
}
