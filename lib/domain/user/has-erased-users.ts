import type { TenancyContext } from "@/lib/domain/base/context";

const action = "user.erased";

/**
 * Returns whether a user of the tenancy was erased, so that a search for an address may look for one
 * of them. The audit log keeps their ids and no addresses.
 */
export async function hasErasedUsers({ db, tenancy }: TenancyContext): Promise<boolean> {
  const event = await db.auditEvent.findFirst({
    // A range and its order, so that PostgreSQL reads the index by action instead of the log.
    where: { tenancyId: tenancy.id, action: { gte: action, lte: action } },
    orderBy: { action: "desc" },
    select: { id: true },
  });
  return event !== null;
}
