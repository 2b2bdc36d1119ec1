import { z } from "zod";
import {
  type ExchangePasskeyPruning,
  PasskeyPruningInstructions,
  type PreparedPasskeyPruning,
  type PreparePasskeyPruning,
} from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { ForUser, issuePreparedToken, noPasskeysFound, readPreparedToken } from "./prepared-token";

/**
 * POST passkeys/prune: issues a token that tells devices which of a user's passkeys to keep, as of
 * its exchange. Changes no passkey.
 */
export async function preparePasskeyPruning(
  ctx: TenancyContext,
  { userId }: PreparePasskeyPruning,
): Promise<PreparedPasskeyPruning> {
  const { id: tenancyId } = ctx.tenancy;
  const user = await findUserByUserId(ctx, ctx.db, userId);
  const enabledCount =
    user === null
      ? 0
      : await ctx.db.passkey.count({ where: { tenancyId, sub: user.sub, disabledAt: null } });
  const payload: ForUser = { sub: user?.sub ?? null };
  const { token, expiresAt } = await issuePreparedToken(ctx, { kind: "passkeyPruning", payload });
  return {
    _tag: "PreparedPasskeyPruning",
    prunePasskeysToken: token,
    expiresAt,
    warnings: enabledCount === 0 ? [noPasskeysFound] : [],
  };
}

const Row = PasskeyPruningInstructions.shape.instructions.element.extend({
  isElsewhere: z.boolean(),
});

/**
 * POST passkeys/prune/exchange: returns one instruction for each user handle of the user's enabled
 * passkeys. It lists the enabled passkeys of all users with that handle: a moved passkey keeps its
 * handle, and devices delete whatever the list leaves out. A handle without enabled passkeys gets no
 * instruction, because an empty list deletes all of its passkeys. Nor does one that another tenancy has a
 * passkey with, after an import: the list would delete that.
 * @throws InvalidToken
 */
export async function exchangePasskeyPruning(
  ctx: TenancyContext,
  { prunePasskeysToken }: ExchangePasskeyPruning,
): Promise<PasskeyPruningInstructions> {
  const { sub } = await readPreparedToken(ctx, "passkeyPruning", prunePasskeysToken, ForUser);
  // One statement, so that no handle loses its last passkey between two.
  const rows = await ctx.db.query(Row)`
    SELECT a."rpId", a."userHandle" AS "userId",
      array_agg(a."credentialId" ORDER BY a."id" DESC) AS "allAcceptedCredentialIds",
      EXISTS (
        SELECT 1 FROM "Passkey" o WHERE o."userHandle" = a."userHandle" AND o."rpId" = a."rpId"
          AND o."tenancyId" <> ${ctx.tenancy.id}) AS "isElsewhere"
    FROM (
      SELECT DISTINCT p."rpId", p."userHandle" FROM "Passkey" p
      WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."sub" = ${sub} AND p."disabledAt" IS NULL
    ) handle JOIN "Passkey" a ON a."tenancyId" = ${ctx.tenancy.id} AND a."rpId" = handle."rpId"
      AND a."userHandle" = handle."userHandle" AND a."disabledAt" IS NULL
    GROUP BY a."rpId", a."userHandle" ORDER BY a."rpId", a."userHandle"`;
  return {
    _tag: "PasskeyPruningInstructions",
    instructions: rows.flatMap(({ isElsewhere, ...instruction }) =>
      isElsewhere ? [] : instruction,
    ),
    warnings: rows.length === 0 ? [noPasskeysFound] : [],
  };
}
