import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

/** Ends a user's sessions on the account page, in the caller's transaction. */
export async function endAccountSessions(
  { tenancy }: Pick<TenancyContext, "tenancy">,
  tx: Queryable,
  of:
    | { sub: string }
    /** Only those that began with an emailed code. */
    | { byCodeOf: string }
    | { passkeyIds: string[] }
    | { all: true },
): Promise<void> {
  const ofUser = "byCodeOf" in of ? { sub: of.byCodeOf, passkeyId: null } : {};
  const rows =
    "sub" in of
      ? { sub: of.sub }
      : "passkeyIds" in of
        ? { passkeyId: { in: of.passkeyIds } }
        : ofUser;
  await tx.accountSession.deleteMany({ where: { tenancyId: tenancy.id, ...rows } });
}
