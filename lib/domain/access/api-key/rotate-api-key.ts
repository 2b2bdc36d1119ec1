import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireName } from "@/lib/domain/base/tenancy/name";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { type ActingKey, changeKeys, requireKeyCapacity, requireScopesOf } from "./change-keys";
import { type CreatedApiKey, insertApiKey } from "./create-api-key";

const OldKey = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  lockedAt: z.date().nullable(),
});
type OldKey = z.infer<typeof OldKey>;

/** Refuses to an API key what would unlock a key for it. An operator may rotate a locked key. */
function requireUnlocked({ lockedAt }: OldKey, by: ActingKey | null): void {
  if (by !== null && lockedAt !== null)
    throw new ServiceError("@error/Forbidden", undefined, "The key to rotate is locked.");
}

/** Returns when the new key expires: after the lifetime of the old one, and not after the caller. */
function newExpiryOf({ createdAt, expiresAt }: OldKey, by: ActingKey | null, now: number) {
  const lifeMs = expiresAt === null ? Infinity : expiresAt.getTime() - createdAt.getTime();
  const newExpiresAt = Math.min(now + lifeMs, by?.expiresAt?.getTime() ?? Infinity);
  return newExpiresAt === Infinity ? null : new Date(newExpiresAt);
}

/**
 * Replaces a key with a new one of the same name, scopes and lifetime. The old key expires after
 * `overlapMs`, or earlier if it was due to. A key can be rotated once; rotate its successor next. An
 * API key rotates itself and other keys whose scopes it has, and the new key expires no later than
 * the calling one.
 * @param input.overlapMs 0 to 7 days
 * @returns the new key. Only this call returns its text.
 * @throws BadRequest for an overlap out of range · Forbidden if an API key calls that lacks one of the
 * scopes, or for a locked key · NotFound if the key is unknown, expired, revoked or already rotated
 */
export async function rotateApiKey(
  ctx: TenancyContext,
  input: { id: string; overlapMs: number },
): Promise<CreatedApiKey> {
  const { id, overlapMs } = input;
  if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > lifetimes.keyOverlapMostMs)
    throw badRequest("overlapMs", "From 0 to 7 days");
  const tenancyId = ctx.tenancy.id;
  const now = ctx.clock.now();
  return changeKeys(ctx, async (tx, by) => {
    // Raw, because Prisma takes no row locks. The previous release takes this one.
    const [old] = await tx.query(OldKey)`
      SELECT "name", "scopes", "createdAt", "expiresAt", "lockedAt" FROM "ApiKey"
      WHERE "tenancyId" = ${tenancyId} AND "id" = ${id}
        AND "revokedAt" IS NULL AND "replacedById" IS NULL
        AND ("expiresAt" IS NULL OR "expiresAt" > ${new Date(now)})
      FOR UPDATE`;
    if (old === undefined) throw new ServiceError("@error/NotFound");
    requireScopesOf(by, old.scopes);
    requireUnlocked(old, by);
    await requireKeyCapacity(ctx, tx, by);
    const { name, scopes, expiresAt } = old;
    const newExpiresAt = newExpiryOf(old, by, now);
    const successor = await insertApiKey(ctx, tx, { name, scopes, expiresAt: newExpiresAt });
    const oldExpiresAt = Math.min(now + overlapMs, expiresAt?.getTime() ?? Infinity);
    await tx.apiKey.update({
      where: { tenancyId_id: { tenancyId, id } },
      data: { replacedById: successor.id, expiresAt: new Date(oldExpiresAt) },
    });
    await recordAudit(ctx, tx, {
      action: "api-key.rotated",
      target: { kind: "api-key", id },
      detail: successor.id,
    });
    return successor;
  });
}

const Renamed = z.object({ before: z.string() });

/**
 * Renames a key. Its text, scopes and expiry stay the same. The audit event has both names.
 * @throws BadRequest for an invalid name · NotFound if the key is unknown or revoked
 */
export async function renameApiKey(
  ctx: TenancyContext,
  { id, name: wanted }: { id: string; name: string },
): Promise<void> {
  const name = requireName("name", wanted);
  await ctx.db.$transaction(async (tx) => {
    // Raw, because Prisma's update doesn't return the earlier name. The lock orders concurrent calls.
    const [renamed] = await tx.query(Renamed)`
      UPDATE "ApiKey" k SET "name" = ${name}
      FROM (
        SELECT "id", "name" FROM "ApiKey"
        WHERE "tenancyId" = ${ctx.tenancy.id} AND "id" = ${id} AND "revokedAt" IS NULL FOR UPDATE
      ) old
      WHERE k."tenancyId" = ${ctx.tenancy.id} AND k."id" = old."id"
      RETURNING old."name" AS "before"`;
    if (renamed === undefined) throw new ServiceError("@error/NotFound");
    if (renamed.before === name) return;
    await recordAudit(ctx, tx, {
      action: "api-key.renamed",
      target: { kind: "api-key", id },
      detail: `${renamed.before} → ${name}`,
    });
  });
}
