import { z } from "zod";
import type { PasskeyWarning } from "@/lib/contract/prepared-token";
import { isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import { authorizingKey, issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { TokenKind } from "@/prisma/generated/enums";

type PreparedKind = Extract<TokenKind, "passkeyUpdate" | "passkeyDeletion" | "passkeyPruning">;

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

/** The payload of a token for one user. */
export const ForUser = z.object({
  /** Null if the user didn't exist. */
  sub: z.string().nullable(),
});
export type ForUser = z.infer<typeof ForUser>;

interface NewPreparedToken {
  kind: PreparedKind;
  payload: object;
}

/** Issues a token that a browser may exchange any number of times for ten minutes. */
export function issuePreparedToken(
  ctx: TenancyContext,
  { kind, payload, tx }: NewPreparedToken & { tx?: Queryable },
): Promise<{ token: string; expiresAt: number }> {
  return issueToken(ctx, {
    kind,
    payload,
    lifetimeMs: lifetimes.preparedTokenMs,
    apiKeyId: authorizingKey(ctx),
    tx,
  });
}

export const noPasskeysFound: PasskeyWarning = {
  code: "NO_PASSKEYS_FOUND",
  message: "The user has no passkeys.",
};

export function passkeyNotFound(passkeyId: string): PasskeyWarning {
  return { code: "PASSKEY_NOT_FOUND", message: "The passkey does not exist.", passkeyId };
}
