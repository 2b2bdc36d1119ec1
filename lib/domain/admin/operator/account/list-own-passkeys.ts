import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-metadata";
import { lifetimes } from "@/lib/limits";

/** A passkey on the operator's account page. Times in ms. */
export interface OwnPasskey {
  id: string;
  /** What stores the passkey. */
  provider: string;
  aaguid: string;
  isSynced: boolean;
  createdAt: number;
  lastUsedAt: number | null;
  isDisabled: boolean;
  /** When it becomes trusted. Null if it was never added to the console. */
  trustedFrom: number | null;
  /** Whether the current session uses it. */
  isInUse: boolean;
}

/** Lists the operator's own passkeys, newest first. The passkey cap limits their number. */
export async function listOwnPasskeys(
  ctx: TenancyContext,
  session: OperatorSession,
): Promise<OwnPasskey[]> {
  const rows = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, sub: session.sub },
    orderBy: { id: "desc" },
    select: {
      id: true,
      aaguid: true,
      backedUp: true,
      createdAt: true,
      lastUsedAt: true,
      disabledAt: true,
      operatorPasskey: { select: { trustedFrom: true } },
    },
  });
  const providerOf = await findProviderNames(
    ctx,
    rows.map(({ aaguid }) => aaguid),
  );
  return rows.map(
    ({ id, aaguid, backedUp, createdAt, lastUsedAt, disabledAt, operatorPasskey }) => ({
      id,
      aaguid,
      provider: providerOf(aaguid),
      isSynced: backedUp,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
      isDisabled: disabledAt !== null,
      trustedFrom: operatorPasskey?.trustedFrom.getTime() ?? null,
      isInUse: id === session.passkeyId,
    }),
  );
}

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
