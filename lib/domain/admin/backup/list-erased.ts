import type { Service } from "@/lib/domain/base/context";
import { smallestIdAt, timeOfId } from "@/lib/domain/base/event-time";
import type { AuditAction } from "@/lib/domain/record/audit/record-audit";
import type { ErasedRecord } from "./erase-again";

const eventsPerRead = 1_000;

interface ErasureEvent {
  id: string;
  targetId: string;
}

/** Yields the events of an action, oldest first, reading a bounded number at a time. */
async function* eventsOf(
  { db }: Pick<Service, "db">,
  { tenancyId, action, after }: { tenancyId: string; action: AuditAction; after: string },
): AsyncGenerator<ErasureEvent> {
  for (let last = after; ;) {
    const events = await db.auditEvent.findMany({
      where: { tenancyId, action, id: { gt: last } },
      orderBy: { id: "asc" },
      take: eventsPerRead,
      select: { id: true, targetId: true },
    });
    yield* events;
    if (events.length < eventsPerRead) return;
    last = events.at(-1)?.id ?? last;
  }
}

/**
 * Yields the users who were erased and the tenancies that were deleted since a time, as the audit log
 * says. Users of deleted tenancies aren't among them.
 * @param sinceMs default: since the installation exists
 */
export async function* listErased(
  service: Pick<Service, "db">,
  sinceMs = 0,
): AsyncGenerator<ErasedRecord> {
  const after = smallestIdAt(sinceMs);
  const tenancies = await service.db.tenancy.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, isSystem: true },
  });
  for (const { id: tenancyId, isSystem } of tenancies) {
    const users = eventsOf(service, { tenancyId, action: "user.erased", after });
    for await (const { id, targetId } of users)
      yield { tenancyId, sub: targetId, erasedAt: timeOfId(id) };
    if (!isSystem) continue;
    // A deletion is audited in the system tenancy, too.
    const deleted = eventsOf(service, { tenancyId, action: "tenancy.deleted", after });
    for await (const { id, targetId } of deleted)
      yield { tenancyId: targetId, erasedAt: timeOfId(id) };
  }
}
