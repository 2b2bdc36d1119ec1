import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/**
 * Returns the `sub` of the user whom an id names: an application id first, then any user's `sub`.
 * A new application id is never another user's `sub`, so an id names one user.
 * @throws NotFound
 */
export async function requireSub({ db, tenancy }: TenancyContext, id: string): Promise<string> {
  const users = await db.user.findMany({
    where: { tenancyId: tenancy.id, OR: [{ userId: id }, { sub: id }] },
    select: { sub: true, userId: true },
    take: 2,
  });
  const found = users.find(({ userId }) => userId === id) ?? users[0];
  if (found === undefined) throw new ServiceError("@error/NotFound");
  return found.sub;
}
