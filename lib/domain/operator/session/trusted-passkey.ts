import type { Queryable, TenancyContext } from "@/lib/domain/context";

/**
 * From when on (ms) an operator's passkey counts for what reveals or destroys; null for one that
 * the console never took.
 */
export async function findTrustedFrom(
  ctx: TenancyContext,
  tx: Queryable,
  passkeyId: string,
): Promise<number | null> {
  const found = await tx.operatorPasskey.findUnique({
    where: { tenancyId_passkeyId: { tenancyId: ctx.tenancy.id, passkeyId } },
  });
  return found?.trustedFrom.getTime() ?? null;
}

/** Says from when on a new passkey counts (ms). */
export async function trustPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { passkeyId, fromMs }: { passkeyId: string; fromMs: number },
): Promise<void> {
  await tx.operatorPasskey.create({
    data: { tenancyId: ctx.tenancy.id, passkeyId, trustedFrom: new Date(fromMs) },
  });
}
