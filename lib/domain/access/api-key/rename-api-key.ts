import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireName } from "@/lib/domain/base/tenancy/name";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";

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
