import type { User } from "@/lib/contract/user";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

type UserColumns = Omit<User, "enabled"> & { disabledAt: Date | null };

export function toUser({ disabledAt, ...columns }: UserColumns): User {
  const { sub, email, givenName, familyName, emailVerified } = columns;
  return { sub, email, givenName, familyName, emailVerified, enabled: disabledAt === null };
}

/** @throws NotFound */
export async function getUser(ctx: TenancyContext, sub: string): Promise<User> {
  const user = await ctx.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } },
  });
  if (user === null) throw new ServiceError("@error/NotFound");
  return toUser(user);
}
