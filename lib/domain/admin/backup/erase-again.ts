import { z } from "zod";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import type { Service } from "@/lib/domain/base/context";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { isServiceError } from "@/lib/errors";
import { systemContext } from "./tenancy-contexts";

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
