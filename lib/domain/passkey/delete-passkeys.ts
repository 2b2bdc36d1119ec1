import type { Passkey } from "@/lib/contract/passkey";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { newestFirst } from "@/lib/domain/base/newest-rows";
import { deletionsOf, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { lockPasskeys } from "./lock-passkeys";
import { findPasskeyIds } from "./passkey-id";
import { passkeyColumns, PasskeyRow, toPasskey } from "./passkey-row";

/** Passkeys by their ids, or all of the user that `userId` selects. */
export type DeletionSelector = { passkeyIds: readonly string[] } | { userId: string };

async function lockSelected(
  ctx: TenancyContext,
  tx: Queryable,
  selector: DeletionSelector,
): Promise<string[]> {
  if ("passkeyIds" in selector) {
    const ids = await findPasskeyIds(ctx, tx, selector.passkeyIds);
    return lockPasskeys(ctx, tx, { ids: [...ids.values()] });
  }
  const user = await findUserByUserId(ctx, tx, selector.userId);
  return user === null ? [] : lockPasskeys(ctx, tx, { sub: user.sub });
}

/**
 * Deletes passkeys and returns them, newest first. Ignores unknown ids.
 * @param reason why; the audit log keeps it
 */
export async function deletePasskeys(
  ctx: TenancyContext,
  tx: Queryable,
  selector: DeletionSelector,
  reason?: string,
): Promise<PasskeyRow[]> {
  const ids = await lockSelected(ctx, tx, selector);
  if (ids.length === 0) return [];
  const deleted = await tx.query(PasskeyRow)`
    DELETE FROM "Passkey" p USING "User" u
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ANY (${ids}::text[])
      AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    RETURNING ${passkeyColumns}`;
  await recordAudit(ctx, tx, ...deletionsOf(deleted, reason));
  return deleted.sort(newestFirst);
}

/** Returns the ids that named none of the deleted passkeys. */
export function missingIds(passkeyIds: readonly string[], deleted: PasskeyRow[]): string[] {
  const found = new Set(deleted.flatMap(({ id, formerId }) => [id, formerId]));
  return [...new Set(passkeyIds)].filter((id) => !found.has(id));
}

/** @throws NotFound when nothing was deleted */
async function deleteOrThrow(
  ctx: TenancyContext,
  selector: DeletionSelector,
): Promise<[Passkey, ...Passkey[]]> {
  const [first, ...more] = await ctx.db.$transaction((tx) => deletePasskeys(ctx, tx, selector));
  if (first === undefined) throw new ServiceError("@error/NotFound");
  return [toPasskey(ctx, first), ...more.map((row) => toPasskey(ctx, row))];
}

/** Deletes a passkey and returns it. @throws NotFound */
export async function deletePasskey(ctx: TenancyContext, passkeyId: string): Promise<Passkey> {
  const [deleted] = await deleteOrThrow(ctx, { passkeyIds: [passkeyId] });
  return deleted;
}

/**
 * Deletes all passkeys of the user that `userId` selects and returns them, newest first.
 * @throws NotFound when there are none
 */
export function deletePasskeysOfUser(ctx: TenancyContext, userId: string): Promise<Passkey[]> {
  return deleteOrThrow(ctx, { userId });
}

/**
 * Deletes passkeys in one transaction.
 * @param reason why; the audit log keeps it
 * @returns how many, and the ids that don't exist
 */
export async function deletePasskeysByIds(
  ctx: TenancyContext,
  passkeyIds: readonly string[],
  reason?: string,
): Promise<{ deleted: number; missing: string[] }> {
  const rows = await ctx.db.$transaction((tx) => deletePasskeys(ctx, tx, { passkeyIds }, reason));
  return { deleted: rows.length, missing: missingIds(passkeyIds, rows) };
}
