import type {
  ExchangePasskeyUpdate,
  PasskeyUpdateInstructions,
  PreparedPasskeyUpdate,
  PreparePasskeyUpdate,
} from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { renamePasskeysOf } from "@/lib/domain/passkey/rename-passkeys";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { ForUser, issuePreparedToken, noPasskeysFound, readPreparedToken } from "./prepared-token";

/**
 * POST passkeys/update: renames all of a user's passkeys and issues a token that tells devices the
 * new names, in one transaction.
 */
export async function preparePasskeyUpdate(
  ctx: TenancyContext,
  { userId, ...names }: PreparePasskeyUpdate,
): Promise<PreparedPasskeyUpdate> {
  return ctx.db.$transaction(async (tx) => {
    const user = await findUserByUserId(ctx, tx, userId);
    const renamed = user === null ? [] : await renamePasskeysOf(ctx, tx, user.sub, names);
    const payload: ForUser = { sub: user?.sub ?? null };
    const { token, expiresAt } = await issuePreparedToken(ctx, {
      kind: "passkeyUpdate",
      payload,
      tx,
    });
    return {
      _tag: "PreparedPasskeyUpdate",
      updatePasskeysToken: token,
      expiresAt,
      warnings: renamed.length === 0 ? [noPasskeysFound] : [],
    };
  });
}

/**
 * POST passkeys/update/exchange: returns the latest names for each user handle. It reads them at the
 * exchange, so that an older token doesn't restore an old name.
 * @throws InvalidToken
 */
export async function exchangePasskeyUpdate(
  ctx: TenancyContext,
  { updatePasskeysToken }: ExchangePasskeyUpdate,
): Promise<PasskeyUpdateInstructions> {
  const { sub } = await readPreparedToken(ctx, "passkeyUpdate", updatePasskeysToken, ForUser);
  const named =
    sub === null
      ? []
      : await ctx.db.passkey.findMany({
          where: { tenancyId: ctx.tenancy.id, sub },
          distinct: ["rpId", "userHandle"],
          orderBy: [{ rpId: "asc" }, { userHandle: "asc" }, { namedAt: "desc" }, { id: "desc" }],
          select: { rpId: true, userHandle: true, username: true, displayName: true },
        });
  return {
    _tag: "PasskeyUpdateInstructions",
    instructions: named.map(({ rpId, userHandle: userId, username, displayName }) => ({
      rpId,
      userId,
      username,
      displayName,
    })),
    warnings: named.length === 0 ? [noPasskeysFound] : [],
  };
}
