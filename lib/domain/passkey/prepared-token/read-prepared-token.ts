import { z } from "zod";
import { isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import type { TokenKind } from "@/prisma/generated/enums";

export type PreparedKind = Extract<
  TokenKind,
  "passkeyUpdate" | "passkeyDeletion" | "passkeyPruning"
>;

/** Reads a prepared token's payload without consuming the token. @throws InvalidToken */
export async function readPreparedToken<Payload>(
  ctx: TenancyContext,
  kind: PreparedKind,
  token: string,
  payload: z.ZodType<Payload>,
): Promise<Payload> {
  const scope = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await ctx.db.query(z.object({ payload }))`
    SELECT o."payload" FROM "OneTimeToken" o WHERE ${isLiveToken(scope, kind, token)}`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row.payload;
}
