import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { Prisma } from "@/prisma/generated/client";

/** The condition for the request of row `d` to be pending for user `u`. */
export const isPendingDeletion = Prisma.sql`
  d."tenancyId" = u."tenancyId" AND d."sub" = u."sub" AND d."disabledAt" = u."disabledAt"`;

const Row = z.object({ requestedAt: z.date(), staysDisabled: z.boolean(), isPending: z.boolean() });

/**
 * Withdraws a user's request to delete the account, in the caller's transaction. Doesn't enable the
 * user. The caller has locked the user's row.
 * @returns null if none was pending
 */
export async function withdrawDeletion(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<z.infer<typeof Row> | null> {
  // Raw, because one statement decides whether it was pending.
  const [row] = await tx.query(Row)`
    DELETE FROM "UserDeletion" d USING "User" u
    WHERE d."tenancyId" = ${ctx.tenancy.id} AND d."sub" = ${sub}
      AND u."tenancyId" = d."tenancyId" AND u."sub" = d."sub"
    RETURNING d."requestedAt", d."staysDisabled",
      (${isPendingDeletion}) IS TRUE AS "isPending"`;
  if (row?.isPending !== true) return null;
  await recordAudit(ctx, tx, {
    action: "user.deletion-cancelled",
    target: { kind: "user", id: sub },
  });
  return row;
}
