import { idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/base/context";
import { insertAudit } from "@/lib/domain/record/audit/insert-audit";
import { auditRows } from "@/lib/domain/record/audit/record-audit";
import { Prisma } from "@/prisma/generated/client";
import { isPending } from "./challenge-row";

/**
 * Deletes a pending challenge, and cancels its email if that is still queued. Does nothing if there
 * is no such challenge. Raw: one atomic statement and round trip.
 */
export async function deleteChallenge(
  ctx: TenancyContext,
  challengeId: string,
): Promise<{ _tag: "ChallengeDeleted" }> {
  if (!idPattern.test(challengeId)) return { _tag: "ChallengeDeleted" };
  const now = new Date(ctx.clock.now());
  const events = auditRows(ctx, [
    { action: "challenge.deleted", target: { kind: "challenge", id: challengeId } },
  ]);
  await ctx.db.$executeRaw`
    WITH deleted AS (
      UPDATE "Challenge" c SET "deletedAt" = ${now}
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."id" = ${challengeId} AND ${isPending(now)}
      RETURNING 1
    ) ${insertAudit(events, Prisma.sql`deleted`)}`;
  return { _tag: "ChallengeDeleted" };
}
