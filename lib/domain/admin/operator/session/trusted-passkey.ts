import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

/** Returns when an operator's passkey becomes trusted (ms). Null if the console never added it. */
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

/** Adds a passkey to the console, trusted from a given time (ms). */
export async function trustPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { passkeyId, fromMs }: { passkeyId: string; fromMs: number },
): Promise<void> {
  await tx.operatorPasskey.create({
    data: { tenancyId: ctx.tenancy.id, passkeyId, trustedFrom: new Date(fromMs) },
  });
}
