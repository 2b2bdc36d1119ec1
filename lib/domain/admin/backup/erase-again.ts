import { z } from "zod";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { smallestIdAt, timeOfId } from "@/lib/domain/base/event-time";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { isServiceError } from "@/lib/errors";

/** Creates a tenancy's context for the system; null if the tenancy is deleted or unknown. */
async function systemContext(service: Service, tenancyId: string): Promise<TenancyContext | null> {
  const tenancy = await findTenancy(service, tenancyId);
  if (tenancy === null) return null;
  return {
    ...service,
    tenancy,
    actor: { kind: "system" },
    requestId: service.createId(),
    client: {},
  };
}

/** Creates the contexts of all tenancies, also the system tenancy and suspended ones. */
export async function* tenancyContexts(service: Service): AsyncGenerator<TenancyContext> {
  const tenancies = await service.db.tenancy.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of tenancies) {
    const ctx = await systemContext(service, id);
    if (ctx !== null) yield ctx;
  }
}

/** A user who was erased, or, without `sub`, a tenancy that was deleted. */
export const ErasedRecord = z.strictObject({
  tenancyId: z.string().min(1).max(64),
  sub: z.string().min(1).max(64).optional(),
  /** In ms. */
  erasedAt: z.int().nonnegative(),
});
export type ErasedRecord = z.infer<typeof ErasedRecord>;

/** Runs work that finds nothing if the user or tenancy isn't in the backup. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isServiceError(error) && error.tag === "@error/NotFound") return false;
    throw error;
  }
}

/** Erases users and deletes tenancies that were erased or deleted after a backup. */
export async function eraseAgain(
  service: Service,
  backup: { id: string },
  records: AsyncIterable<ErasedRecord> | Iterable<ErasedRecord>,
): Promise<{ erasedUsers: number; deletedTenancies: number }> {
  const done = { erasedUsers: 0, deletedTenancies: 0 };
  const reason = `Erased before the restore of the backup ${backup.id}`;
  for await (const { tenancyId, sub } of records) {
    const ctx = await systemContext(service, tenancyId);
    if (ctx === null) continue;
    if (sub !== undefined) {
      if (await isDone(eraseUser(ctx, sub, reason))) done.erasedUsers++;
    } else if (await isDone(deleteTenancy(ctx, ctx.tenancy))) done.deletedTenancies++;
  }
  return done;
}

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
