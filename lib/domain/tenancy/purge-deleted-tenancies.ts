import { limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

// Children before parents, so that deleting a row cascades to few others. Tables with few rows per
// tenancy are left to the cascade.
const keys = {
  OneTimeToken: ["hash"],
  OutboxMail: ["id"],
  InboxMail: ["id"],
  Challenge: ["id"],
  Mailbox: ["email"],
  VisitorBudget: ["email", "visitor"],
  Passkey: ["id"],
  UserHandle: ["sub", "rpId"],
  User: ["sub"],
  ApiKey: ["id"],
  ActivityCount: ["hour", "metric"],
} as const;

const quoted = (name: string) => Prisma.raw(`"${name}"`);

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
  for (const [table, columns] of Object.entries(keys)) {
    const key = Prisma.join(["tenancyId", ...columns].map(quoted));
    const count = await db.$executeRaw`
      DELETE FROM ${quoted(table)} WHERE (${key}) IN (
        SELECT ${key} FROM ${quoted(table)} WHERE "tenancyId" = ${tenancy.id}
        LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
    if (count > 0) return limits.purgeBatchRows;
  }
  // Another transaction may have locked some rows. A later purge then deletes the tenancy.
  const isEmpty = Prisma.join(
    Object.keys(keys).map(
      (table) =>
        Prisma.sql`NOT EXISTS (SELECT 1 FROM ${quoted(table)} WHERE "tenancyId" = ${tenancy.id})`,
    ),
    " AND ",
  );
  const count = await db.$executeRaw`
    DELETE FROM "Tenancy"
    WHERE "id" = ${tenancy.id} AND "deletedAt" IS NOT NULL AND ${isEmpty}`;
  return count === 0 ? 0 : limits.purgeBatchRows;
}
