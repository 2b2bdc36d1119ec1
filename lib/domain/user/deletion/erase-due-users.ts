import { z } from "zod";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { isPendingDeletion } from "@/lib/domain/user/set-user-disabled";
import { isServiceError, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { deletionLimits } from "./request-deletion";

const DueUser = z.object({ tenancyId: z.string(), sub: z.string() });
type DueUser = z.infer<typeof DueUser>;

/**
 * Finds users whose week is over, one of each tenancy before the second of any. Skips suspended
 * tenancies, where no link can undo a deletion. Raw: a loose index scan over the tenancies that have
 * requests.
 */
const findDueUsers = ({ db, clock }: Service): Promise<DueUser[]> => {
  const now = new Date(clock.now());
  return db.query(DueUser)`
    WITH RECURSIVE walk("tenancyId") AS (
      (SELECT "tenancyId" FROM "UserDeletion" ORDER BY "tenancyId" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."tenancyId" FROM "UserDeletion" d WHERE d."tenancyId" > w."tenancyId"
        ORDER BY d."tenancyId" LIMIT 1)
      FROM walk w WHERE w."tenancyId" IS NOT NULL
    )
    SELECT t."id" AS "tenancyId", due."sub"
    FROM walk w JOIN "Tenancy" t ON t."id" = w."tenancyId", LATERAL (
      SELECT d."sub", row_number() OVER (ORDER BY d."dueAt", d."sub") AS "turn"
      FROM "UserDeletion" d JOIN "User" u ON ${isPendingDeletion}
      WHERE d."tenancyId" = t."id" AND d."dueAt" <= ${now}
      ORDER BY d."dueAt", d."sub" LIMIT ${deletionLimits.usersPerTenancy}) due
    WHERE t."suspendedAt" IS NULL AND t."deletedAt" IS NULL
    ORDER BY due."turn", t."id" LIMIT ${deletionLimits.usersPerRound}`;
};

/** Erases a user if the deletion is still due. Another process may have been faster. */
async function eraseDueUser(ctx: TenancyContext, sub: string): Promise<boolean> {
  try {
    await eraseUser(ctx, sub, undefined, async (tx, user) => {
      const now = new Date(ctx.clock.now());
      const due = await tx.userDeletion.count({
        where: {
          tenancyId: ctx.tenancy.id,
          sub,
          dueAt: { lte: now },
          disabledAt: user.disabledAt ?? { in: [] },
        },
      });
      if (due === 0) throw new ServiceError("@error/NotFound");
    });
    return true;
  } catch (error) {
    if (isServiceError(error) && error.tag === "@error/NotFound") return false;
    // One user must not hold up the others. The next run tries again.
    ctx.log.warn(
      {
        event: "deletion.failed",
        tenancy: ctx.tenancy.id,
        error: error instanceof Error ? error.name : "unknown",
      },
      "erasing a user failed; will retry",
    );
    return false;
  }
}

/**
 * Erases a round of users whose week to undo the deletion is over, each in a transaction of its own.
 * Several processes may do it at once.
 * @returns `limits.purgeBatchRows` if there may be more, else 0
 */
export async function eraseDueUsers(service: Service): Promise<number> {
  let isAnyErased = false;
  for (const { tenancyId, sub } of await findDueUsers(service)) {
    const tenancy = await findTenancy(service, tenancyId);
    if (tenancy === null || tenancy.suspendedAt !== null) continue;
    const ctx: TenancyContext = {
      ...service,
      db: service.shareOf(tenancyId),
      tenancy,
      actor: { kind: "system" },
      requestId: service.createId(),
      client: {},
    };
    if (await eraseDueUser(ctx, sub)) isAnyErased = true;
  }
  return isAnyErased ? limits.purgeBatchRows : 0;
}
