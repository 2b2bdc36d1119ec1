import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import type { Prisma } from "@/prisma/generated/client";
import { type ActingKey, changeKeys, requireScopesOf } from "./change-keys";
import { lockCreatedKeys } from "./created-keys";
import { type ListedApiKey, listedApiKey, lockerOf } from "./list-api-keys";

const Changed = z.object({
  scopes: z.array(z.string()),
  lockedAt: z.date().nullable(),
  keyLockedAt: z.date().nullable(),
});
type Changed = z.infer<typeof Changed>;

interface StateChange {
  reason?: string | undefined;
  /** Also locks the keys that it created, and those that these created in turn. */
  locksCreated?: boolean | undefined;
}

interface ChangedState {
  key: ListedApiKey;
  /** How many of the keys that it created were locked, too. */
  lockedKeys: number;
}

/** Returns the new columns. Null: the key is already in that state. */
type Decide = (key: Changed, by: ActingKey | null, now: Date) => Prisma.ApiKeyUpdateInput | null;

async function setState(
  ctx: TenancyContext,
  id: string,
  { action, decide, reason, locksCreated }: StateChange & { action: AuditAction; decide: Decide },
): Promise<ChangedState> {
  const tenancyId = ctx.tenancy.id;
  const now = ctx.clock.now();
  const where = { tenancyId_id: { tenancyId, id } };
  return changeKeys(ctx, async (tx, by) => {
    // Raw, because Prisma takes no row locks. The previous release takes this one.
    const [before] = await tx.query(Changed)`
      SELECT "scopes", "lockedAt", "keyLockedAt" FROM "ApiKey"
      WHERE "tenancyId" = ${tenancyId} AND "id" = ${id} AND "revokedAt" IS NULL FOR UPDATE`;
    if (before === undefined) throw new ServiceError("@error/NotFound");
    requireScopesOf(by, before.scopes);
    const data = decide(before, by, new Date(now));
    const row = await tx.apiKey.update({ where, data: data ?? {}, omit: { hash: true } });
    if (data !== null)
      await recordAudit(ctx, tx, { action, target: { kind: "api-key", id }, reason });
    const lockedKeys = locksCreated === true ? await lockCreatedKeys(ctx, tx, { id, reason }) : 0;
    return { key: listedApiKey(row, now), lockedKeys };
  });
}

/** An API key's lock never replaces an operator's, which it could then undo. */
const lock: Decide = ({ lockedAt }, by, now) => {
  if (by === null) return { lockedAt: now, keyLockedAt: null };
  return lockedAt === null ? { lockedAt: now, keyLockedAt: now } : null;
};

const unlock: Decide = (key, by) => {
  if (by !== null && key.lockedAt === null) return null;
  if (by !== null && lockerOf(key) === "operator")
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "An operator locked this key. Only an operator can unlock it.",
    );
  return { lockedAt: null, keyLockedAt: null };
};

/**
 * Refuses the key and the ceremonies it authorized until it is unlocked.
 * @throws NotFound if the key is unknown or revoked · Forbidden if an API key calls that lacks one of
 * its scopes
 */
export const lockApiKey = (ctx: TenancyContext, id: string, change: StateChange = {}) =>
  setState(ctx, id, { ...change, action: "api-key.locked", decide: lock });

/**
 * Accepts a locked key again.
 * @throws NotFound if the key is unknown or revoked · Forbidden if an API key calls that lacks one of
 * its scopes, or for a key that an operator locked
 */
export const unlockApiKey = (ctx: TenancyContext, id: string) =>
  setState(ctx, id, { action: "api-key.unlocked", decide: unlock });

/**
 * Refuses the key and the ceremonies it authorized, permanently.
 * @throws NotFound if the key is unknown or already revoked · Forbidden if an API key calls that lacks
 * one of its scopes
 */
export const revokeApiKey = (ctx: TenancyContext, id: string, change: StateChange = {}) =>
  setState(ctx, id, {
    ...change,
    action: "api-key.revoked",
    decide: (_key, _by, now) => ({ revokedAt: now }),
  });
