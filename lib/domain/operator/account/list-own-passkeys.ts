import type { TenancyContext } from "@/lib/domain/context";
import { findPlatformName } from "@/lib/domain/passkey/platform-name";
import type { OperatorSession } from "@/lib/domain/operator/session/find-session";

/** Moments in milliseconds. */
export interface OwnPasskey {
  id: string;
  /** The product that keeps it, where it is known. */
  provider: string | null;
  aaguid: string;
  isSynced: boolean;
  createdAt: number;
  lastUsedAt: number | null;
  isDisabled: boolean;
  /** From when on it counts for what reveals or destroys; null: never. */
  trustedFrom: number | null;
  /** Whether this session depends on it. */
  isInUse: boolean;
}

/** The operator's own, newest first; the tenancy's cap bounds them. */
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
  return rows.map(
    ({ id, aaguid, backedUp, createdAt, lastUsedAt, disabledAt, operatorPasskey }) => ({
      id,
      aaguid,
      provider: findPlatformName(aaguid) ?? null,
      isSynced: backedUp,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
      isDisabled: disabledAt !== null,
      trustedFrom: operatorPasskey?.trustedFrom.getTime() ?? null,
      isInUse: id === session.passkeyId,
    }),
  );
}
