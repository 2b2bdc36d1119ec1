import { z } from "zod";
import {
  PasskeyUpdateInstructions,
  type ExchangePasskeyUpdate,
  type PreparedPasskeyUpdate,
  type PreparePasskeyUpdate,
} from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/context";
import { renamePasskeysOf } from "@/lib/domain/passkey/rename-passkeys";
import type { Prefetch } from "@/lib/domain/rate-limit/count-request";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
import { Prisma } from "@/prisma/generated/client";
import { issuePreparedToken, type ForUser } from "./issue-prepared-token";
import { requirePrefetched, prefetchPreparedToken } from "./prefetch-prepared-token";
import { noPasskeysFound } from "./warnings";

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
 * Reads the latest names for each user handle. It reads them at the exchange, so that an older token
 * doesn't restore an old name.
 */
export const prefetchPasskeyUpdate =
  ({ updatePasskeysToken }: ExchangePasskeyUpdate): Prefetch =>
  (scope, isAdmitted) =>
    prefetchPreparedToken(
      "passkeyUpdate",
      updatePasskeysToken,
      Prisma.sql`(
      SELECT json_agg(json_build_object(
        'rpId', n."rpId", 'userId', n."userHandle", 'username', n."username", 'displayName', n."displayName"))
      FROM (
        SELECT DISTINCT ON (p."rpId", p."userHandle") p."rpId", p."userHandle", p."username", p."displayName"
        FROM "Passkey" p WHERE p."tenancyId" = ${scope.tenancyId} AND p."sub" = o."payload"->>'sub'
        ORDER BY p."rpId", p."userHandle", p."namedAt" DESC, p."id" DESC
      ) n)`,
    )(scope, isAdmitted);

const Prefetched = z.object({
  instructions: PasskeyUpdateInstructions.shape.instructions.nullable(),
});

/** POST passkeys/update/exchange, from the prefetched row. @throws InvalidToken */
export function exchangePasskeyUpdate(prefetched: unknown): PasskeyUpdateInstructions {
  const instructions = Prefetched.parse(requirePrefetched(prefetched)).instructions ?? [];
  return {
    _tag: "PasskeyUpdateInstructions",
    instructions,
    warnings: instructions.length === 0 ? [noPasskeysFound] : [],
  };
}
