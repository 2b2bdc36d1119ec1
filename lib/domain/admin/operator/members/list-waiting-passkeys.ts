import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-provider-names";
import { type Approver, isWaitingHere, mayDecide } from "./waiting-passkey";

const Row = z.object({
  passkeyId: z.string(),
  sub: z.string(),
  email: z.string(),
  aaguid: z.string(),
  createdAt: z.date(),
  trustedFrom: z.date(),
  mayDecide: z.boolean(),
});

/** A passkey that a code session added and that is not trusted yet. */
export type WaitingPasskey = Omit<z.infer<typeof Row>, "aaguid"> & { provider: string };

const maxPasskeys = 100;

/** Lists the members' passkeys that are not trusted yet, newest first. */
export async function listWaitingPasskeys(
  ctx: TenancyContext,
  approver: Approver,
): Promise<WaitingPasskey[]> {
  const rows = await ctx.db.query(Row)`
    SELECT p."id" AS "passkeyId", p."sub", u."email", p."aaguid", p."createdAt", w."trustedFrom",
      ${mayDecide(approver)} AS "mayDecide"
    FROM "OperatorPasskey" w, "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE ${isWaitingHere(ctx, approver.systemId)} ORDER BY p."id" DESC LIMIT ${maxPasskeys}`;
  const providerOf = await findProviderNames(
    ctx,
    rows.map(({ aaguid }) => aaguid),
  );
  return rows.map(({ aaguid, ...row }) => ({
    ...row,
    provider: providerOf(aaguid),
  }));
}
