import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

/** Passkeys by their own ids, or those of one user. */
export type PasskeySelector = { ids: readonly string[] } | { sub: string };

/**
 * Locks the selected passkeys in the order of their ids, which prevents deadlocks, and returns the
 * ids that exist. Run the write as a separate statement afterwards, so that it sees what other
 * transactions committed while this one waited.
 */
export async function lockPasskeys(
  ctx: TenancyContext,
  tx: Queryable,
  selector: PasskeySelector,
): Promise<string[]> {
  const condition =
    "ids" in selector
      ? Prisma.sql`"id" = ANY (${[...selector.ids]}::text[])`
      : Prisma.sql`"sub" = ${selector.sub}`;
  // Raw, because Prisma takes no row locks.
  const rows = await tx.query(z.object({ id: z.string() }))`
    SELECT "id" FROM "Passkey" WHERE "tenancyId" = ${ctx.tenancy.id} AND ${condition}
    ORDER BY "id" FOR UPDATE`;
  return rows.map(({ id }) => id);
}
