import { z } from "zod";
import {
  PasskeyPruningInstructions,
  type ExchangePasskeyPruning,
  type PreparedPasskeyPruning,
  type PreparePasskeyPruning,
} from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/context";
import type { Prefetch } from "@/lib/domain/rate-limit/count-request";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
import { Prisma } from "@/prisma/generated/client";
import { issuePreparedToken, type ForUser } from "./issue-prepared-token";
import { requirePrefetched, prefetchPreparedToken } from "./prefetch-prepared-token";
import { noPasskeysFound } from "./warnings";

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

/**
 * Reads one instruction for each user handle of the user's enabled passkeys. It lists the enabled
 * passkeys of all users with that handle: a moved passkey keeps its handle, and devices delete
 * whatever the list leaves out. A handle without enabled passkeys gets no instruction, because an
 * empty list deletes all of its passkeys.
 */
export const prefetchPasskeyPruning =
  ({ prunePasskeysToken }: ExchangePasskeyPruning): Prefetch =>
  (scope, isAdmitted) =>
    prefetchPreparedToken(
      "passkeyPruning",
      prunePasskeysToken,
      Prisma.sql`(
      SELECT json_agg(json_build_object('rpId', h."rpId", 'userId', h."userHandle", 'allAcceptedCredentialIds', (
        SELECT json_agg(a."credentialId" ORDER BY a."id" DESC) FROM "Passkey" a
        WHERE a."tenancyId" = ${scope.tenancyId} AND a."userHandle" = h."userHandle"
          AND a."rpId" = h."rpId" AND a."disabledAt" IS NULL)))
      FROM (
        SELECT DISTINCT p."rpId", p."userHandle" FROM "Passkey" p
        WHERE p."tenancyId" = ${scope.tenancyId} AND p."sub" = o."payload"->>'sub' AND p."disabledAt" IS NULL
        ORDER BY p."rpId", p."userHandle"
      ) h)`,
    )(scope, isAdmitted);

const Prefetched = z.object({
  instructions: PasskeyPruningInstructions.shape.instructions.nullable(),
});

/** POST passkeys/prune/exchange, from the prefetched row. @throws InvalidToken */
export function exchangePasskeyPruning(prefetched: unknown): PasskeyPruningInstructions {
  const instructions = Prefetched.parse(requirePrefetched(prefetched)).instructions ?? [];
  return {
    _tag: "PasskeyPruningInstructions",
    instructions,
    warnings: instructions.length === 0 ? [noPasskeysFound] : [],
  };
}
