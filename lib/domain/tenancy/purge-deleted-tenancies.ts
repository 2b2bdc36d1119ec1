import { limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

// Children before their parents: a row's deletion never drags many others along. What is missing
// here is few.
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
 * Deletes a batch of what deleted tenancies hold, and each of them once it is empty. Audit events
 * stay.
 * @returns `limits.purgeBatchRows` while there may be more
 */
export async function purgeDeletedTenancies({ db }: Pick<Service, "db">): Promise<number> {
  const [gone] = await db.tenancy.findMany({
    where: { deletedAt: { not: null } },
    orderBy: { deletedAt: "asc" },
    take: 1,
    select: { id: true },
  });
  if (gone === undefined) return 0;
  for (const [table, columns] of Object.entries(keys)) {
    const key = Prisma.join(["tenancyId", ...columns].map(quoted));
    const count = await db.$executeRaw`
      DELETE FROM ${quoted(table)} WHERE (${key}) IN (
        SELECT ${key} FROM ${quoted(table)} WHERE "tenancyId" = ${gone.id} LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED)`;
    if (count > 0) return limits.purgeBatchRows;
  }
  // Somebody else may hold rows of it; then it is for the next time.
  const isEmpty = Prisma.join(
    Object.keys(keys).map(
      (table) =>
        Prisma.sql`NOT EXISTS (SELECT 1 FROM ${quoted(table)} WHERE "tenancyId" = ${gone.id})`,
    ),
    " AND ",
  );
  const deleted =
    await db.$executeRaw`DELETE FROM "Tenancy" WHERE "id" = ${gone.id} AND "deletedAt" IS NOT NULL AND ${isEmpty}`;
  return deleted === 0 ? 0 : limits.purgeBatchRows;
}
