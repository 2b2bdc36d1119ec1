import { z } from "zod";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { insertApiKey } from "./create-api-key";

const OldKey = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
});

/**
 * Replaces a key with a new one of the same name, scopes and lifetime. The old key expires after
 * `overlapMs`, or earlier if it was due to. A key can be rotated once; rotate its successor next.
 * @param input.overlapMs 0 to 7 days
 * @returns the new key. Only this call returns its text.
 * @throws BadRequest for an overlap out of range · NotFound if the key is unknown, expired, revoked
 * or already rotated
 */
export async function rotateApiKey(
  ctx: TenancyContext,
  input: { id: string; overlapMs: number },
): Promise<{ id: string; key: string }> {
  const { id, overlapMs } = input;
  if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > lifetimes.keyOverlapMostMs)
    throw badRequest("overlapMs", "From 0 to 7 days");
  const tenancyId = ctx.tenancy.id;
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    // Lock the row, so that the second of two concurrent rotations finds it already rotated.
    const [old] = await tx.query(OldKey)`
      SELECT "name", "scopes", "createdAt", "expiresAt" FROM "ApiKey"
      WHERE "tenancyId" = ${tenancyId} AND "id" = ${id}
        AND "revokedAt" IS NULL AND "replacedById" IS NULL
        AND ("expiresAt" IS NULL OR "expiresAt" > ${new Date(now)})
      FOR UPDATE`;
    if (old === undefined) throw new ServiceError("@error/NotFound");
    const { name, scopes, createdAt, expiresAt } = old;
    const lifeMs = expiresAt === null ? null : expiresAt.getTime() - createdAt.getTime();
    const successor = await insertApiKey(ctx, tx, {
      name,
      scopes,
      expiresAt: lifeMs === null ? null : new Date(now + lifeMs),
    });
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
