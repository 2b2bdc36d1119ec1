import type { Queryable, TenancyContext } from "@/lib/domain/context";

/** Whether an operator's passkey counts for what reveals or destroys: one without a row never does. */
export async function isTrustedPasskey(ctx: TenancyContext, tx: Queryable, passkeyId: string): Promise<boolean> {
  const found = await tx.operatorPasskey.findUnique({ where: { tenancyId_passkeyId: { tenancyId: ctx.tenancy.id, passkeyId } } });
  return found !== null && found.trustedFrom.getTime() <= ctx.clock.now();
}

/** Says from when on a new passkey counts (ms). */
export async function trustPasskey(ctx: TenancyContext, tx: Queryable, { passkeyId, fromMs }: { passkeyId: string; fromMs: number }): Promise<void> {
  await tx.operatorPasskey.create({ data: { tenancyId: ctx.tenancy.id, passkeyId, trustedFrom: new Date(fromMs) } });
}
