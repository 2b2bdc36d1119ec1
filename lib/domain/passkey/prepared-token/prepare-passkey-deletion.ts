import type { z } from "zod";
import {
  type ExchangePasskeyDeletion,
  PasskeyDeletionInstructions,
  type PasskeyWarning,
  type PreparedPasskeyDeletion,
  type PreparePasskeyDeletion,
} from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import {
  deletePasskeys,
  type DeletionSelector,
  missingIds,
} from "@/lib/domain/passkey/delete-passkeys";
import type { PasskeyRow } from "@/lib/domain/passkey/passkey-row";
import {
  issuePreparedToken,
  noPasskeysFound,
  passkeyNotFound,
  readPreparedToken,
} from "./prepared-token";

/** Stored in the token, because the passkeys no longer exist when it is exchanged. */
const DeletionPayload = PasskeyDeletionInstructions.omit({ _tag: true });
type DeletionPayload = z.infer<typeof DeletionPayload>;

const selectorOf = ({ passkeyIds, userId }: PreparePasskeyDeletion): DeletionSelector =>
  userId === undefined ? { passkeyIds: [...new Set(passkeyIds)] } : { userId };

function warningsOf(selector: DeletionSelector, deleted: PasskeyRow[]): PasskeyWarning[] {
  if ("userId" in selector) return deleted.length === 0 ? [noPasskeysFound] : [];
  return missingIds(selector.passkeyIds, deleted).map(passkeyNotFound);
}

/**
 * POST passkeys/delete: deletes passkeys and issues a token with the instructions for devices, in
 * one transaction. An unknown passkey is a warning, not an error.
 */
export async function preparePasskeyDeletion(
  ctx: TenancyContext,
  body: PreparePasskeyDeletion,
): Promise<PreparedPasskeyDeletion> {
  const selector = selectorOf(body);
  return ctx.db.$transaction(async (tx) => {
    const deleted = await deletePasskeys(ctx, tx, selector);
    const warnings = warningsOf(selector, deleted);
    const payload: DeletionPayload = {
      instructions: deleted.map(({ rpId, userHandle, credentialId }) => ({
        rpId,
        userId: userHandle,
        credentialId,
      })),
      warnings,
    };
    const { token, expiresAt } = await issuePreparedToken(ctx, {
      kind: "passkeyDeletion",
      payload,
      tx,
    });
    return { _tag: "PreparedPasskeyDeletion", deletePasskeysToken: token, expiresAt, warnings };
  });
}

/** POST passkeys/delete/exchange. @throws InvalidToken */
export async function exchangePasskeyDeletion(
  ctx: TenancyContext,
  { deletePasskeysToken }: ExchangePasskeyDeletion,
): Promise<PasskeyDeletionInstructions> {
  return {
    _tag: "PasskeyDeletionInstructions",
    ...(await readPreparedToken(ctx, "passkeyDeletion", deletePasskeysToken, DeletionPayload)),
  };
}
