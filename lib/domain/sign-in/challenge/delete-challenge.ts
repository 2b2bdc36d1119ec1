import { idPattern } from "@/lib/contract/fields";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes } from "@/lib/limits";
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

/**
 * Deletes a batch of challenges that expired more than a day ago. Until then verification can return
 * ChallengeExpired, and the console shows the challenge.
 */
export const purgeChallenges = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "Challenge", "expiresAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of mailboxes without requests or wrong codes in the last day. */
export const purgeMailboxes = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "Mailbox", "updatedAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of visitor budgets without requests in the last day. */
export const purgeVisitorBudgets = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "VisitorBudget", "updatedAt", clock.now() - lifetimes.dayMs);
