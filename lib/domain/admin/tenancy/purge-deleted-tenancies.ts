import type { Service } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

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
