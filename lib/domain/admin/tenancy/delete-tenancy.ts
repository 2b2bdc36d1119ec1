import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { type AuditEvent, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** @throws Forbidden for the system tenancy, which cannot be changed */
export function refuseSystemTenancy({ isSystem }: { isSystem: boolean }): void {
  if (isSystem)
    throw new ServiceError("@error/Forbidden", undefined, "The system tenancy cannot be changed.");
}

/**
 * Deletes a tenancy. Its users, backends and operators lose access immediately; the purge deletes
 * its rows later, in batches. Audit events stay. The deletion is also audited in the system tenancy,
 * where operators can still read it.
 * @param input.name the tenancy's name, as a confirmation
 * @throws BadRequest for another name · Forbidden for the system tenancy · NotFound if it is already
 * deleted
 */
export async function deleteTenancy(ctx: TenancyContext, input: { name: string }): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const stored = await tx.tenancy.findFirst({
      where: { id, deletedAt: null },
      select: { name: true },
    });
    if (stored === null) throw new ServiceError("@error/NotFound");
    if (stored.name !== input.name.trim())
      throw badRequest("name", "This is not the tenancy’s name");
    const { count } = await tx.tenancy.updateMany({
      where: { id, name: stored.name, deletedAt: null },
      data: { deletedAt: now, suspendedAt: now, updatedAt: now },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await tx.relatedOriginsHost.deleteMany({ where: { tenancyId: id } });
    await tx.senderDomain.deleteMany({ where: { tenancyId: id } });
    await tx.operatorInvitation.deleteMany({ where: { tenancyId: id } });
    await tx.operator.deleteMany({ where: { tenancyId: id } });
    const event: AuditEvent = { action: "tenancy.deleted", target: { kind: "tenancy", id } };
    await recordAudit(ctx, tx, event);
    const system = await tx.tenancy.findFirst({ where: { isSystem: true }, select: { id: true } });
    if (system !== null) await recordAudit({ ...ctx, tenancy: system }, tx, event);
  });
}

/** Counts the rows of a tenancy, each table up to one more than `limits.countedRows`. */
export async function countContents({ db, tenancy }: TenancyContext) {
  const rows = { where: { tenancyId: tenancy.id }, take: limits.countedRows + 1 };
  const [users, passkeys, challenges, apiKeys, people] = await Promise.all([
    db.user.count(rows),
    db.passkey.count(rows),
    db.challenge.count(rows),
    db.apiKey.count(rows),
    db.operator.count(rows),
  ]);
  return { users, passkeys, challenges, apiKeys, people };
}

// Children before parents, so that deleting a row cascades to few others. Tables with few rows per
// tenancy are left to the cascade.
const tables = [
  "OneTimeToken",
  "IdempotentRequest",
  "OutboxMail",
  "InboxMail",
  "Challenge",
  "Mailbox",
  "VisitorBudget",
  "MailboxProblem",
  "TimelineEvent",
  "WebhookDelivery",
  "FeedEvent",
  "UserDeletion",
  "Passkey",
  "UserHandle",
  "AccountSession",
  "User",
  "ApiKey",
  "ActivityCount",
] as const;

/**
 * Deletes one batch of a deleted tenancy's rows, and the tenancy once it is empty. Audit events stay.
 * @returns `limits.purgeBatchRows` if there may be more, else 0
 */
export async function purgeDeletedTenancies({ db }: Pick<Service, "db">): Promise<number> {
  const [tenancy] = await db.tenancy.findMany({
    where: { deletedAt: { not: null } },
    orderBy: { deletedAt: "asc" },
    take: 1,
    select: { id: true },
  });
  if (tenancy === undefined) return 0;
  const ofTenancy = Prisma.sql`"tenancyId" = ${tenancy.id}`;
  for (const table of tables)
    if ((await purgeBatch(db, table, ofTenancy)) > 0) return limits.purgeBatchRows;
  // Another transaction may have locked some rows. A later purge then deletes the tenancy.
  const isEmpty = Prisma.join(
    tables.map(
      (table) =>
        Prisma.sql`NOT EXISTS (SELECT 1 FROM ${Prisma.raw(`"${table}"`)} WHERE ${ofTenancy})`,
    ),
    " AND ",
  );
  // Raw: one statement, because the check and the deletion must not come apart.
  const count = await db.$executeRaw`
    DELETE FROM "Tenancy"
    WHERE "id" = ${tenancy.id} AND "deletedAt" IS NOT NULL AND ${isEmpty}`;
  return count === 0 ? 0 : limits.purgeBatchRows;
}

/**
 * Suspends or resumes a tenancy. All requests to a suspended tenancy are refused immediately. Does
 * nothing if the state is the same or the tenancy was deleted.
 * @throws Forbidden for the system tenancy
 */
export async function setTenancySuspended(ctx: TenancyContext, suspended: boolean): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const where = { id, deletedAt: null, suspendedAt: suspended ? null : { not: null } };
    const { count } = await tx.tenancy.updateMany({
      where,
      data: { suspendedAt: suspended ? now : null, updatedAt: now },
    });
    if (count === 1 && suspended) await endAccountSessions(ctx, tx, { all: true });
    if (count === 1)
      await recordAudit(ctx, tx, {
        action: suspended ? "tenancy.suspended" : "tenancy.resumed",
        target: { kind: "tenancy", id },
      });
  });
}
