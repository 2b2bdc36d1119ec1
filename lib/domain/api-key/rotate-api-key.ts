import { z } from "zod";
import { lifetimes } from "@/lib/limits";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest, ServiceError } from "@/lib/errors";
import { insertApiKey } from "./create-api-key";

const Old = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
});

/**
 * Puts a new key of the same name, scopes and length of life in a key's place; the old one goes on
 * for `overlapMs` (0 to 7 days), and never longer than it would have. Only once: the new key is the
 * one to rotate next.
 * @returns the new key; its text is returned here and never again
 * @throws BadRequest for another overlap · NotFound when the key is unknown, over, or was rotated
 * before
 */
export async function rotateApiKey(
  ctx: TenancyContext,
  { id, overlapMs }: { id: string; overlapMs: number },
): Promise<{ id: string; key: string }> {
  if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > lifetimes.keyOverlapMostMs)
    throw badRequest("overlapMs", "From 0 to 7 days");
  const tenancyId = ctx.tenancy.id;
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    // Locked first, so that of two rotations the second sees what the first wrote.
    const [row] = await tx.$queryRaw<unknown[]>`
      SELECT "name", "scopes", "createdAt", "expiresAt" FROM "ApiKey"
      WHERE "tenancyId" = ${tenancyId} AND "id" = ${id} AND "revokedAt" IS NULL AND "replacedById" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${new Date(now)})
      FOR UPDATE`;
    if (row === undefined) throw new ServiceError("@error/NotFound");
    const { name, scopes, createdAt, expiresAt } = Old.parse(row);
    const lifeMs = expiresAt === null ? null : expiresAt.getTime() - createdAt.getTime();
    const made = await insertApiKey(ctx, tx, {
      name,
      scopes,
      expiresAt: lifeMs === null ? null : new Date(now + lifeMs),
    });
    const until = Math.min(now + overlapMs, expiresAt?.getTime() ?? Infinity);
    await tx.apiKey.update({
      where: { tenancyId_id: { tenancyId, id } },
      data: { replacedById: made.id, expiresAt: new Date(until) },
    });
    await recordAudit(ctx, tx, {
      action: "api-key.rotated",
      target: { kind: "api-key", id },
      detail: made.id,
    });
    return made;
  });
}
