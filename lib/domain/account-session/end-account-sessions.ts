import type { Queryable, TenancyContext } from "@/lib/domain/context";

/** Ends a user's sessions on the account page, in the caller's transaction. */
export async function endAccountSessions(
  { tenancy }: Pick<TenancyContext, "tenancy">,
  tx: Queryable,
  of: { sub: string } | { passkeyIds: string[] } | { all: true },
): Promise<void> {
  const rows =
    "sub" in of ? { sub: of.sub } : "passkeyIds" in of ? { passkeyId: { in: of.passkeyIds } } : {};
  await tx.accountSession.deleteMany({ where: { tenancyId: tenancy.id, ...rows } });
}
