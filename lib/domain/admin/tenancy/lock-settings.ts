import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { getSettings, type Settings } from "@/lib/domain/base/tenancy/get-settings";

/**
 * Locks a tenancy's row until the transaction ends, and then reads its settings. They are still the
 * current ones when the transaction replaces them.
 * @throws NotFound
 */
export async function lockSettings(
  ctx: Pick<TenancyContext, "tenancy">,
  tx: Queryable,
): Promise<Settings> {
  // Raw, because Prisma takes no row locks.
  await tx.$executeRaw`SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} FOR UPDATE`;
  return getSettings(ctx, tx);
}
