import type { Passkey } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { findPasskeyId } from "./passkey-id";
import { passkeyColumns, PasskeyRow, toPasskey } from "./passkey-row";

/** @throws NotFound */
export async function getPasskey(ctx: TenancyContext, passkeyId: string): Promise<Passkey> {
  const id = await findPasskeyId(ctx, ctx.db, passkeyId);
  const [row] = await ctx.db.query(PasskeyRow)`
    SELECT ${passkeyColumns} FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${id}`;
  if (row === undefined) throw new ServiceError("@error/NotFound");
  return toPasskey(ctx, row);
}
