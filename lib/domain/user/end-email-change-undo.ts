import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

/**
 * Ends the links that undo changes of a user's email, in the caller's transaction, which has locked the
 * user's row.
 * @param since ends only links of this change and later ones; null ends all
 */
export async function endEmailChangeUndo(
  { tenancy, clock }: TenancyContext,
  tx: Queryable,
  { sub, since }: { sub: string; since: Date | null },
): Promise<void> {
  // Raw, because the user is named in JSON.
  await tx.$executeRaw`
    UPDATE "OneTimeToken" SET "consumedAt" = ${new Date(clock.now())}
    WHERE "tenancyId" = ${tenancy.id} AND "kind" = 'emailChangeUndo' AND "consumedAt" IS NULL
      AND "payload"->>'sub' = ${sub} AND "createdAt" >= ${since ?? new Date(0)}`;
}
